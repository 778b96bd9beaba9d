#ifndef QUINCE_NEW_PAYMENT_H
#define QUINCE_NEW_PAYMENT_H

#include <stdint.h>

// The identifiers of a payment, in the order of the desk's own.
typedef struct {
    char intent[48], attempt[48], operation[48], order[48], key[64], reference[32];
    uint64_t transaction[4], digest[4];
} payment;

// Draws the identifiers. The state is not 0. The place is that of the next identifier, or NULL where
// they are random throughout.
void new_payment(payment *payment, uint64_t *state, uint64_t *place);

#endif
