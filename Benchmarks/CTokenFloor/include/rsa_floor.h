#ifndef QUINCE_RSA_FLOOR_H
#define QUINCE_RSA_FLOOR_H

#include "token_floor.h"

// The same as token_floor.h for RSA_v1: a signature verified, a key unwrapped, a payload opened.
// What is signed is wrappedKey || data || transactionId.

typedef struct rsa_floor rsa_floor;

// The merchant's key is PEM, the signer's a DER SubjectPublicKeyInfo.
rsa_floor *rsa_floor_new(floor_bytes merchant_key, floor_bytes signer_info);
void rsa_floor_free(rsa_floor *floor);

// Verifies and opens one token; the plaintext is the floor's until it opens another.
int rsa_floor_open(rsa_floor *floor, floor_token token, floor_bytes *plaintext);

#endif
