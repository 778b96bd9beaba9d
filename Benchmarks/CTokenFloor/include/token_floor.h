#ifndef QUINCE_TOKEN_FLOOR_H
#define QUINCE_TOKEN_FLOOR_H

#include <stddef.h>
#include <stdint.h>

// What a payment token costs where nothing but its arithmetic is left: the numbers of each token are
// handed over already found, every context of libcrypto is made once, and no format is read or
// written. Functions that return an int return 1 where all went well and 0 otherwise.

typedef struct {
    const uint8_t *bytes;
    size_t count;
} floor_bytes;

// A token's numbers: what is signed (SubjectPublicKeyInfo || data || transactionId), the signed
// attributes under the tag of a SET, ending in the digest of the content, and the signature in DER.
typedef struct {
    floor_bytes content;
    floor_bytes attributes;
    floor_bytes signature;
} floor_token;

// A certificate's numbers: the bytes that are signed and the signature in DER.
typedef struct {
    floor_bytes signed_part;
    floor_bytes signature;
} floor_certificate;

typedef struct token_floor token_floor;

// Keys are PEM where they are private and uncompressed points where they are public.
token_floor *token_floor_new(floor_bytes merchant_key, floor_bytes merchant_identifier_hash,
                             floor_bytes signer_key, floor_bytes merchant_point,
                             floor_bytes signer_point, floor_bytes intermediate_point,
                             floor_bytes root_point);
void token_floor_free(token_floor *floor);

// Copies a token, a certificate or a payload to work on.
int token_floor_add(token_floor *floor, floor_token token);
int token_floor_set_chain(token_floor *floor, floor_certificate leaf, floor_certificate intermediate);
int token_floor_set_payload(token_floor *floor, floor_bytes payload);

// Verifies and opens one token; the plaintext is the floor's until it opens another.
int token_floor_open(token_floor *floor, size_t index, floor_bytes *plaintext);
// Verifies the two certificates: the leaf on P-256, the intermediate on P-384.
int token_floor_verify_chain(token_floor *floor);
// Makes a token with a new ephemeral key; it is the floor's until it makes another.
int token_floor_mint(token_floor *floor, floor_token *minted);

// The same many times over, rotating over the tokens.
int token_floor_open_many(token_floor *floor, size_t count);
int token_floor_open_many_with_chain(token_floor *floor, size_t count);
int token_floor_mint_many(token_floor *floor, size_t count);

#endif
