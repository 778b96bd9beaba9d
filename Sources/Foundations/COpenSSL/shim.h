#ifndef QUINCE_COPENSSL_SHIM_H
#define QUINCE_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/des.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Function-like macros do not import into Swift.
static inline long quince_BIO_get_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static inline void quince_OPENSSL_free(void *pointer) { OPENSSL_free(pointer); }

// The last block of a chain of single DES over whole blocks, from zeros on. libcrypto's other functions have single
// DES in the legacy provider only, which is not loaded.
static inline void quince_des_chain(const unsigned char key[8], const unsigned char *blocks, long count,
                                    unsigned char last[8]) {
    DES_key_schedule schedule;
    DES_cblock start = {0};
    DES_set_key_unchecked((const_DES_cblock *)key, &schedule);
    DES_cbc_cksum(blocks, (DES_cblock *)last, count, &schedule, &start);
    OPENSSL_cleanse(&schedule, sizeof schedule);
}

// libcrypto asks for a password on the terminal unless it is given a callback; this one has none to give.
static inline int quince_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer; (void)size; (void)writing; (void)context;
    return -1;
}
static inline EVP_PKEY *quince_PEM_read_bio_PrivateKey(BIO *bio) {
    return PEM_read_bio_PrivateKey(bio, NULL, quince_no_password, NULL);
}
static inline X509 *quince_PEM_read_bio_X509(BIO *bio) {
    return PEM_read_bio_X509(bio, NULL, quince_no_password, NULL);
}
// A certificate that is not parsed is freed, as ASN1_item_d2i does.
static inline int quince_d2i_X509(X509 **certificate, const unsigned char **position, long length) {
    return ASN1_item_d2i((ASN1_VALUE **)certificate, position, length, ASN1_ITEM_rptr(X509)) != NULL;
}
static inline X509_REQ *quince_PEM_read_bio_X509_REQ(BIO *bio) {
    return PEM_read_bio_X509_REQ(bio, NULL, quince_no_password, NULL);
}

// EVP_MAC_init takes no key for "the one before".
static inline int quince_EVP_MAC_init_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t length) {
    char digest[] = "SHA2-256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_init(context, key ? key : (const unsigned char *)"", length, parameters);
}

// The parameter builder keeps the names and texts that it is given until it is read, which C's literals
// outlive and the C strings that Swift makes for one call do not.
static inline EVP_PKEY *quince_EC_pair(const char *curve, const unsigned char *point, size_t length,
                                       const BIGNUM *scalar) {
    EVP_PKEY *pair = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (builder && context && EVP_PKEY_fromdata_init(context) == 1 &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, length) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1 &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL)
        (void)EVP_PKEY_fromdata(context, &pair, EVP_PKEY_KEYPAIR, parameters);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return pair;
}
static inline EVP_PKEY *quince_RSA_generate(unsigned int bits) { return EVP_RSA_gen(bits); }
static inline int quince_PEM_write_bio_PrivateKey(BIO *bio, EVP_PKEY *key) {
    return PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
}

#endif
