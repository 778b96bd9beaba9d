#include "rsa_floor.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST = 32, TAG = 16, WRAPPED = 256, KEY = 16, IDENTIFIER = 32, LONGEST = 4096 };

static const uint8_t zero_vector[16];

struct rsa_floor {
    EVP_MD *sha256;
    EVP_MD_CTX *hasher;
    EVP_CIPHER_CTX *opener;
    EVP_PKEY *merchant_key, *signer;
    EVP_PKEY_CTX *unwrapping, *check;
    uint8_t plaintext[LONGEST], unwrapped[WRAPPED];
};

static int prepare(rsa_floor *floor) {
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-128-GCM", NULL);
    floor->sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    floor->hasher = EVP_MD_CTX_new();
    floor->opener = EVP_CIPHER_CTX_new();
    floor->unwrapping = EVP_PKEY_CTX_new(floor->merchant_key, NULL);
    floor->check = EVP_PKEY_CTX_new(floor->signer, NULL);
    int ready = floor->sha256 && floor->hasher && floor->unwrapping && floor->check &&
                EVP_CipherInit_ex2(floor->opener, cipher, NULL, NULL, 0, NULL) == 1 &&
                EVP_CIPHER_CTX_ctrl(floor->opener, EVP_CTRL_AEAD_SET_IVLEN, sizeof zero_vector,
                                    NULL) == 1 &&
                EVP_PKEY_decrypt_init(floor->unwrapping) == 1 &&
                EVP_PKEY_CTX_set_rsa_padding(floor->unwrapping, RSA_PKCS1_OAEP_PADDING) == 1 &&
                EVP_PKEY_CTX_set_rsa_oaep_md(floor->unwrapping, floor->sha256) == 1 &&
                EVP_PKEY_CTX_set_rsa_mgf1_md(floor->unwrapping, floor->sha256) == 1 &&
                EVP_PKEY_verify_init(floor->check) == 1 &&
                EVP_PKEY_CTX_set_rsa_padding(floor->check, RSA_PKCS1_PADDING) == 1 &&
                EVP_PKEY_CTX_set_signature_md(floor->check, floor->sha256) == 1;
    EVP_CIPHER_free(cipher);
    return ready;
}

rsa_floor *rsa_floor_new(floor_bytes merchant_key, floor_bytes signer_info) {
    rsa_floor *floor = calloc(1, sizeof *floor);
    if (!floor) return NULL;
    BIO *text = BIO_new_mem_buf(merchant_key.bytes, (int)merchant_key.count);
    floor->merchant_key = PEM_read_bio_PrivateKey(text, NULL, NULL, NULL);
    BIO_free(text);
    const uint8_t *position = signer_info.bytes;
    floor->signer = d2i_PUBKEY(NULL, &position, (long)signer_info.count);
    if (floor->merchant_key && floor->signer && prepare(floor)) return floor;
    rsa_floor_free(floor);
    return NULL;
}

void rsa_floor_free(rsa_floor *floor) {
    EVP_PKEY_CTX_free(floor->unwrapping);
    EVP_PKEY_CTX_free(floor->check);
    EVP_PKEY_free(floor->merchant_key);
    EVP_PKEY_free(floor->signer);
    EVP_CIPHER_CTX_free(floor->opener);
    EVP_MD_CTX_free(floor->hasher);
    EVP_MD_free(floor->sha256);
    free(floor);
}

static int digest(rsa_floor *floor, floor_bytes bytes, uint8_t *output) {
    return EVP_DigestInit_ex2(floor->hasher, floor->sha256, NULL) == 1 &&
           EVP_DigestUpdate(floor->hasher, bytes.bytes, bytes.count) == 1 &&
           EVP_DigestFinal_ex(floor->hasher, output, NULL) == 1;
}

int rsa_floor_open(rsa_floor *floor, floor_token token, floor_bytes *plaintext) {
    uint8_t value[DIGEST];
    if (token.attributes.count < DIGEST || token.content.count < WRAPPED + TAG + IDENTIFIER ||
        token.content.count > LONGEST)
        return 0;
    const uint8_t *message_digest = token.attributes.bytes + token.attributes.count - DIGEST;
    if (!digest(floor, token.content, value) || memcmp(value, message_digest, DIGEST) != 0 ||
        !digest(floor, token.attributes, value) ||
        EVP_PKEY_verify(floor->check, token.signature.bytes, token.signature.count, value, DIGEST) != 1)
        return 0;
    size_t written = sizeof floor->unwrapped;
    if (EVP_PKEY_decrypt(floor->unwrapping, floor->unwrapped, &written, token.content.bytes,
                         WRAPPED) != 1 ||
        written != KEY)
        return 0;
    const uint8_t *sealed = token.content.bytes + WRAPPED;
    int length = (int)(token.content.count - WRAPPED - IDENTIFIER - TAG), moved;
    int opened =
        EVP_DecryptInit_ex2(floor->opener, NULL, floor->unwrapped, zero_vector, NULL) == 1 &&
        EVP_DecryptUpdate(floor->opener, floor->plaintext, &moved, sealed, length) == 1 &&
        EVP_CIPHER_CTX_ctrl(floor->opener, EVP_CTRL_AEAD_SET_TAG, TAG, (void *)(sealed + length)) ==
            1 &&
        EVP_DecryptFinal_ex(floor->opener, NULL, &moved) == 1;
    *plaintext = (floor_bytes){floor->plaintext, (size_t)length};
    return opened;
}
