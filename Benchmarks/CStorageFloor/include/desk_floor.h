#ifndef QUINCE_DESK_FLOOR_H
#define QUINCE_DESK_FLOOR_H

#include <stddef.h>

// What the records of a payment cost a merchant where nothing but SQLite is left: the statements of
// the payment desk's two durable transactions on its own tables, prepared once. The first claims the
// token and records the charge, the second settles it and places the order. Functions that return an
// int return 1 where all went well and 0 otherwise.

typedef struct desk_floor desk_floor;

// Opens a file with the desk's tables.
desk_floor *desk_floor_new(const char *path);
void desk_floor_free(desk_floor *floor);

// Records this many payments, and commits as many at once as a group has.
int desk_floor_accept(desk_floor *floor, size_t count, size_t group);

#endif
