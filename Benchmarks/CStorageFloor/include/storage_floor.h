#ifndef QUINCE_STORAGE_FLOOR_H
#define QUINCE_STORAGE_FLOOR_H

#include <stddef.h>

// What durable transactions cost where nothing but SQLite is left: one connection, one prepared
// statement, and the settings that Quince has. Functions that return an int return 1 where all went
// well and 0 otherwise.

typedef struct storage_floor storage_floor;

// Opens a new file with a write-ahead log that is flushed at every commit, and a table of records.
storage_floor *storage_floor_new(const char *path);
void storage_floor_free(storage_floor *floor);

// Adds this many records, each as a transaction would, and commits as many at once as a group has.
int storage_floor_add(storage_floor *floor, size_t count, size_t group);

#endif
