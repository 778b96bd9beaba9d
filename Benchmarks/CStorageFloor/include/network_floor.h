#ifndef QUINCE_NETWORK_FLOOR_H
#define QUINCE_NETWORK_FLOOR_H

#include <stddef.h>

// What an authorization costs a network where nothing but framing, copying and SQLite is left: the
// statements of the sandbox's network on its own tables, prepared once, without any decision,
// cryptography or socket. Functions that return an int return 1 where all went well and 0 otherwise.

typedef struct network_floor network_floor;

// Opens a file with the network's tables, which has no cards.
network_floor *network_floor_new(const char *path);
void network_floor_free(network_floor *floor);

// Makes this many authorizations, and commits as many at once as a group has.
int network_floor_authorize(network_floor *floor, size_t count, size_t group);

// Adds accounts with a device each to a file with the network's tables; none of them pays.
int network_floor_add_accounts(const char *path, size_t count);

#endif
