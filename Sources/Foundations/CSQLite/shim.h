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

// A file system of ours, with the system's behind it and what SQLite does with our logs.
struct quince_log_vfs {
    sqlite3_vfs base;
    sqlite3_vfs *system;
    const sqlite3_io_methods *methods;
};

// A log of ours, with the system's file behind it.
struct quince_log_file {
    sqlite3_file base;
    sqlite3_file *file;
    // What is not written yet, and where in the file it begins.
    unsigned char *bytes;
    int count;
    sqlite3_int64 start;
};

#endif
