#ifndef QUINCE_PAYMENT_LOAD_H
#define QUINCE_PAYMENT_LOAD_H

#include <stddef.h>
#include <stdint.h>

// Shops that pay at servers of this machine over HTTP/1.1, on connections that stay open, with as little work as can
// be: one thread, and no more of an answer is looked at than its status and its length. What measures must not take the
// cores of what is measured.

typedef struct payment_load payment_load;

// Connections to each of some ports of 127.0.0.1; NULL where one is refused.
payment_load *payment_load_new(const uint16_t *ports, size_t port_count, size_t connections_each);
void payment_load_free(payment_load *load);

// Sends requests, one after the other, each on a connection that has none. `ends` has the end of each request in
// `bytes`. Returns 1 once each was answered with status 201, and 0 at the first that was not.
int payment_load_send(payment_load *load, const uint8_t *bytes, const size_t *ends, size_t count);

#endif
