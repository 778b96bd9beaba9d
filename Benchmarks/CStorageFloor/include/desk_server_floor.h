#ifndef QUINCE_DESK_SERVER_FLOOR_H
#define QUINCE_DESK_SERVER_FLOOR_H

#include <stddef.h>

// The same as desk_floor.h on PostgreSQL: a few connections, each in its own thread, which run the
// statements one after another as prepared statements of libpq. A transaction that the server undoes
// because of another runs again.

typedef struct desk_server_floor desk_server_floor;

// Connects to a database with the desk's tables, this many times.
desk_server_floor *desk_server_floor_new(const char *address, size_t connections);
void desk_server_floor_free(desk_server_floor *floor);

// Records this many payments, each in two transactions.
int desk_server_floor_accept(desk_server_floor *floor, size_t count);

#endif
