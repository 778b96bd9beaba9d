#ifndef QUINCE_CSQLITE_SHIM_H
#define QUINCE_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_STATIC is a cast to a function pointer and does not import into Swift: the bytes are not copied.
static inline int quince_sqlite3_bind_text(sqlite3_stmt *statement, int index, const void *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_STATIC);
}
static inline int quince_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *blob, int bytes) {
    return sqlite3_bind_blob(statement, index, blob, bytes, SQLITE_STATIC);
}

#endif
