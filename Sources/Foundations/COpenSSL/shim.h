#ifndef QUINCE_COPENSSL_SHIM_H
#define QUINCE_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Function-like macros do not import into Swift.
static inline long quince_BIO_get_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static inline void quince_OPENSSL_free(void *pointer) { OPENSSL_free(pointer); }

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
static inline X509_REQ *quince_PEM_read_bio_X509_REQ(BIO *bio) {
    return PEM_read_bio_X509_REQ(bio, NULL, quince_no_password, NULL);
}
static inline int quince_EVP_PKEY_KEYPAIR(void) { return EVP_PKEY_KEYPAIR; }
static inline int quince_PEM_write_bio_PrivateKey(BIO *bio, EVP_PKEY *key) {
    return PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
}

#endif
