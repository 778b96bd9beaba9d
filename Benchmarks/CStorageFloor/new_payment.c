#include "new_payment.h"

#include <stdio.h>

// xorshift64: fit for identifiers that only have to differ.
static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void name(char *text, const char *kind, uint64_t *state, uint64_t *place) {
    uint64_t high = next(state), low = next(state);
    if (place) high = (*place)++ << 16 | (high & 0xffff);
    sprintf(text, "%s-%016llx%016llx", kind, (unsigned long long)high, (unsigned long long)low);
}

void new_payment(payment *payment, uint64_t *state, uint64_t *place) {
    name(payment->intent, "intent", state, place), name(payment->attempt, "attempt", state, place);
    name(payment->operation, "operation", state, place), name(payment->order, "order", state, place);
    sprintf(payment->key, "%s-auth", payment->attempt);
    sprintf(payment->reference, "cart-%016llx", (unsigned long long)next(state));
    for (int word = 0; word < 4; word++)
        payment->transaction[word] = next(state), payment->digest[word] = next(state);
}
