#ifndef QUINCE_PLATFORM_FLOOR_H
#define QUINCE_PLATFORM_FLOOR_H

#include <stddef.h>

// A program in C that charges through Stripe's interface with libcurl alone: for each payment a payment intent, a token and
// the confirmation of the one with the other, on connections that stay open, and no records.

typedef struct platform_floor platform_floor;

// Connections to the interface at an origin; NULL where there is no memory.
platform_floor *platform_floor_new(const char *origin, const char *key, size_t connections);
void platform_floor_free(platform_floor *floor);

// Makes payments, as many at a time as there are connections. Each has two forms, one after the other: that of its intent
// and that of its token; `starts` has the place of each in `forms`, where it ends with a zero. Returns 1 once each is held, and 0 at the first that is not.
int platform_floor_pay(platform_floor *floor, const char *forms, const size_t *starts, size_t count);

#endif
