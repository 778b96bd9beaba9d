#include "token_floor.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGEST = 32,
    TAG = 16,
    INFO = 91,        // SubjectPublicKeyInfo of P-256
    INFO_PREFIX = 26, // what stands in it before the point
    POINT = INFO - INFO_PREFIX,
    IDENTIFIER = 32,
    TOKENS = 256,
    LONGEST = 4096
};

static const uint8_t zero_vector[16];

struct token_floor {
    EVP_MD *sha256;
    EVP_MD_CTX *hasher;
    EVP_CIPHER_CTX *opener, *sealer;
    EVP_PKEY *merchant_key, *signer_key, *merchant, *signer, *intermediate, *root, *peer;
    EVP_PKEY_CTX *derivation, *generation, *signing;
    EVP_PKEY_CTX *signer_check, *intermediate_check, *root_check;
    uint8_t merchant_identifier_hash[DIGEST];
    floor_token tokens[TOKENS];
    size_t token_count, next;
    floor_certificate leaf_certificate, intermediate_certificate;
    floor_bytes payload;
    uint8_t plaintext[LONGEST], content[LONGEST], attributes[LONGEST], signature[LONGEST];
};

static floor_bytes copy(floor_bytes source) {
    uint8_t *bytes = malloc(source.count + 1);
    if (bytes) memcpy(bytes, source.bytes, source.count);
    return (floor_bytes){bytes, bytes ? source.count : 0};
}

static void release(floor_bytes bytes) { free((void *)bytes.bytes); }

static EVP_PKEY *curve(int identifier) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (EVP_PKEY_paramgen_init(context) == 1 &&
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, identifier) == 1)
        EVP_PKEY_paramgen(context, &key);
    EVP_PKEY_CTX_free(context);
    return key;
}

static EVP_PKEY *public_key(floor_bytes point, int identifier) {
    EVP_PKEY *key = curve(identifier);
    if (key && EVP_PKEY_set1_encoded_public_key(key, point.bytes, point.count) == 1) return key;
    EVP_PKEY_free(key);
    return NULL;
}

static EVP_PKEY *private_key(floor_bytes pem) {
    BIO *text = BIO_new_mem_buf(pem.bytes, (int)pem.count);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(text, NULL, NULL, NULL);
    BIO_free(text);
    return key;
}

static EVP_PKEY_CTX *check_with(EVP_PKEY *key) {
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    return context && EVP_PKEY_verify_init(context) == 1 ? context : NULL;
}

static EVP_CIPHER_CTX *cipher_context(const EVP_CIPHER *cipher, int encrypting) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int ready = context && EVP_CipherInit_ex2(context, cipher, NULL, NULL, encrypting, NULL) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, sizeof zero_vector, NULL) == 1;
    return ready ? context : NULL;
}

static int prepare(token_floor *floor) {
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    floor->sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    floor->hasher = EVP_MD_CTX_new();
    floor->opener = cipher_context(cipher, 0);
    floor->sealer = cipher_context(cipher, 1);
    EVP_CIPHER_free(cipher);
    floor->signer_check = check_with(floor->signer);
    floor->intermediate_check = check_with(floor->intermediate);
    floor->root_check = check_with(floor->root);
    floor->peer = EVP_PKEY_new();
    if (!floor->merchant_key || !floor->signer_key || !floor->merchant || !floor->peer) return 0;
    floor->derivation = EVP_PKEY_CTX_new(floor->merchant_key, NULL);
    floor->signing = EVP_PKEY_CTX_new(floor->signer_key, NULL);
    floor->generation = EVP_PKEY_CTX_new(floor->merchant, NULL);
    return floor->sha256 && floor->hasher && floor->opener && floor->sealer &&
           floor->signer_check && floor->intermediate_check && floor->root_check &&
           EVP_PKEY_copy_parameters(floor->peer, floor->merchant_key) == 1 &&
           EVP_PKEY_derive_init(floor->derivation) == 1 &&
           EVP_PKEY_sign_init(floor->signing) == 1 && EVP_PKEY_keygen_init(floor->generation) == 1;
}

token_floor *token_floor_new(floor_bytes merchant_key, floor_bytes merchant_identifier_hash,
                             floor_bytes signer_key, floor_bytes merchant_point,
                             floor_bytes signer_point, floor_bytes intermediate_point,
                             floor_bytes root_point) {
    token_floor *floor = calloc(1, sizeof *floor);
    if (!floor || merchant_identifier_hash.count != DIGEST) return NULL;
    memcpy(floor->merchant_identifier_hash, merchant_identifier_hash.bytes, DIGEST);
    floor->merchant_key = private_key(merchant_key);
    floor->signer_key = private_key(signer_key);
    floor->merchant = public_key(merchant_point, NID_X9_62_prime256v1);
    floor->signer = public_key(signer_point, NID_X9_62_prime256v1);
    floor->intermediate = public_key(intermediate_point, NID_X9_62_prime256v1);
    floor->root = public_key(root_point, NID_secp384r1);
    if (prepare(floor)) return floor;
    token_floor_free(floor);
    return NULL;
}

void token_floor_free(token_floor *floor) {
    EVP_PKEY_CTX *contexts[] = {floor->derivation,   floor->generation,         floor->signing,
                                floor->signer_check, floor->intermediate_check, floor->root_check};
    EVP_PKEY *keys[] = {floor->merchant_key, floor->signer_key, floor->merchant, floor->signer,
                        floor->intermediate, floor->root,       floor->peer};
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) EVP_PKEY_CTX_free(contexts[i]);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) EVP_PKEY_free(keys[i]);
    EVP_CIPHER_CTX_free(floor->opener);
    EVP_CIPHER_CTX_free(floor->sealer);
    EVP_MD_CTX_free(floor->hasher);
    EVP_MD_free(floor->sha256);
    for (size_t i = 0; i < floor->token_count; i++) {
        release(floor->tokens[i].content);
        release(floor->tokens[i].attributes);
        release(floor->tokens[i].signature);
    }
    release(floor->leaf_certificate.signed_part);
    release(floor->leaf_certificate.signature);
    release(floor->intermediate_certificate.signed_part);
    release(floor->intermediate_certificate.signature);
    release(floor->payload);
    free(floor);
}

int token_floor_add(token_floor *floor, floor_token token) {
    if (floor->token_count == TOKENS || token.attributes.count < DIGEST ||
        token.content.count < INFO + TAG + IDENTIFIER || token.content.count > LONGEST)
        return 0;
    floor->tokens[floor->token_count++] =
        (floor_token){copy(token.content), copy(token.attributes), copy(token.signature)};
    return 1;
}

int token_floor_set_chain(token_floor *floor, floor_certificate leaf,
                          floor_certificate intermediate) {
    floor->leaf_certificate = (floor_certificate){copy(leaf.signed_part), copy(leaf.signature)};
    floor->intermediate_certificate =
        (floor_certificate){copy(intermediate.signed_part), copy(intermediate.signature)};
    return 1;
}

int token_floor_set_payload(token_floor *floor, floor_bytes payload) {
    if (payload.count > LONGEST - INFO - TAG - IDENTIFIER) return 0;
    floor->payload = copy(payload);
    return 1;
}

static int digest(token_floor *floor, floor_bytes bytes, uint8_t *output) {
    return EVP_DigestInit_ex2(floor->hasher, floor->sha256, NULL) == 1 &&
           EVP_DigestUpdate(floor->hasher, bytes.bytes, bytes.count) == 1 &&
           EVP_DigestFinal_ex(floor->hasher, output, NULL) == 1;
}

// NIST SP 800-56A single-step derivation, as Apple fills it in.
static int derive_key(token_floor *floor, const uint8_t *shared_secret, uint8_t *key) {
    static const uint8_t counter[4] = {0, 0, 0, 1};
    static const char algorithm_and_party[] = "\x0did-aes256-GCMApple";
    return EVP_DigestInit_ex2(floor->hasher, floor->sha256, NULL) == 1 &&
           EVP_DigestUpdate(floor->hasher, counter, sizeof counter) == 1 &&
           EVP_DigestUpdate(floor->hasher, shared_secret, DIGEST) == 1 &&
           EVP_DigestUpdate(floor->hasher, algorithm_and_party, sizeof algorithm_and_party - 1) == 1 &&
           EVP_DigestUpdate(floor->hasher, floor->merchant_identifier_hash, DIGEST) == 1 &&
           EVP_DigestFinal_ex(floor->hasher, key, NULL) == 1;
}

static int verify(token_floor *floor, EVP_PKEY_CTX *check, floor_bytes bytes,
                  floor_bytes signature) {
    uint8_t value[DIGEST];
    return digest(floor, bytes, value) &&
           EVP_PKEY_verify(check, signature.bytes, signature.count, value, DIGEST) == 1;
}

int token_floor_open(token_floor *floor, size_t index, floor_bytes *plaintext) {
    floor_token token = floor->tokens[index % floor->token_count];
    uint8_t value[DIGEST], shared_secret[DIGEST], key[DIGEST];
    const uint8_t *message_digest = token.attributes.bytes + token.attributes.count - DIGEST;
    if (!digest(floor, token.content, value) || memcmp(value, message_digest, DIGEST) != 0 ||
        !verify(floor, floor->signer_check, token.attributes, token.signature))
        return 0;
    size_t written = DIGEST;
    if (EVP_PKEY_set1_encoded_public_key(floor->peer, token.content.bytes + INFO_PREFIX, POINT) != 1 ||
        EVP_PKEY_derive_set_peer_ex(floor->derivation, floor->peer, 0) != 1 ||
        EVP_PKEY_derive(floor->derivation, shared_secret, &written) != 1 ||
        !derive_key(floor, shared_secret, key))
        return 0;
    const uint8_t *sealed = token.content.bytes + INFO;
    int length = (int)(token.content.count - INFO - IDENTIFIER - TAG), moved;
    int opened = EVP_DecryptInit_ex2(floor->opener, NULL, key, zero_vector, NULL) == 1 &&
                 EVP_DecryptUpdate(floor->opener, floor->plaintext, &moved, sealed, length) == 1 &&
                 EVP_CIPHER_CTX_ctrl(floor->opener, EVP_CTRL_AEAD_SET_TAG, TAG,
                                     (void *)(sealed + length)) == 1 &&
                 EVP_DecryptFinal_ex(floor->opener, NULL, &moved) == 1;
    *plaintext = (floor_bytes){floor->plaintext, (size_t)length};
    return opened;
}

int token_floor_verify_chain(token_floor *floor) {
    return verify(floor, floor->root_check, floor->intermediate_certificate.signed_part,
                  floor->intermediate_certificate.signature) &&
           verify(floor, floor->intermediate_check, floor->leaf_certificate.signed_part,
                  floor->leaf_certificate.signature);
}

// A new key pair; its point is written and the shared secret with the merchant derived.
static int agree(token_floor *floor, uint8_t *point, uint8_t *shared_secret) {
    EVP_PKEY *pair = NULL;
    size_t written = 0, length = DIGEST;
    if (EVP_PKEY_keygen(floor->generation, &pair) != 1) return 0;
    EVP_PKEY_CTX *derivation = EVP_PKEY_CTX_new(pair, NULL);
    int agreed = EVP_PKEY_get_octet_string_param(pair, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, point,
                                                 POINT, &written) == 1 &&
                 EVP_PKEY_derive_init(derivation) == 1 &&
                 EVP_PKEY_derive_set_peer_ex(derivation, floor->merchant, 0) == 1 &&
                 EVP_PKEY_derive(derivation, shared_secret, &length) == 1;
    EVP_PKEY_CTX_free(derivation);
    EVP_PKEY_free(pair);
    return agreed && written == POINT;
}

int token_floor_mint(token_floor *floor, floor_token *minted) {
    floor_token pattern = floor->tokens[0];
    uint8_t shared_secret[DIGEST], key[DIGEST], value[DIGEST];
    uint8_t *sealed = floor->content + INFO;
    size_t length = floor->payload.count, signature_length = LONGEST;
    int moved;
    memcpy(floor->content, pattern.content.bytes, INFO_PREFIX);
    if (!agree(floor, floor->content + INFO_PREFIX, shared_secret) ||
        !derive_key(floor, shared_secret, key) ||
        EVP_EncryptInit_ex2(floor->sealer, NULL, key, zero_vector, NULL) != 1 ||
        EVP_EncryptUpdate(floor->sealer, sealed, &moved, floor->payload.bytes, (int)length) != 1 ||
        EVP_EncryptFinal_ex(floor->sealer, NULL, &moved) != 1 ||
        EVP_CIPHER_CTX_ctrl(floor->sealer, EVP_CTRL_AEAD_GET_TAG, TAG, sealed + length) != 1)
        return 0;
    const uint8_t *identifier = pattern.content.bytes + pattern.content.count - IDENTIFIER;
    memcpy(sealed + length + TAG, identifier, IDENTIFIER);
    memcpy(floor->attributes, pattern.attributes.bytes, pattern.attributes.count);
    minted->content = (floor_bytes){floor->content, INFO + length + TAG + IDENTIFIER};
    minted->attributes = (floor_bytes){floor->attributes, pattern.attributes.count};
    if (!digest(floor, minted->content,
                floor->attributes + pattern.attributes.count - DIGEST) ||
        !digest(floor, minted->attributes, value) ||
        EVP_PKEY_sign(floor->signing, floor->signature, &signature_length, value, DIGEST) != 1)
        return 0;
    minted->signature = (floor_bytes){floor->signature, signature_length};
    return 1;
}

int token_floor_open_many(token_floor *floor, size_t count) {
    floor_bytes plaintext;
    for (; count > 0; count--)
        if (!token_floor_open(floor, floor->next++, &plaintext)) return 0;
    return 1;
}

int token_floor_open_many_with_chain(token_floor *floor, size_t count) {
    floor_bytes plaintext;
    for (; count > 0; count--)
        if (!token_floor_verify_chain(floor) || !token_floor_open(floor, floor->next++, &plaintext))
            return 0;
    return 1;
}

int token_floor_mint_many(token_floor *floor, size_t count) {
    floor_token minted;
    for (; count > 0; count--)
        if (!token_floor_mint(floor, &minted)) return 0;
    return 1;
}
