#include "storage_floor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

struct storage_floor {
    sqlite3 *database;
    sqlite3_stmt *begin, *add, *commit;
    sqlite3_int64 next;
};

static const char settings[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    "CREATE TABLE record (name TEXT PRIMARY KEY, amount INTEGER NOT NULL, note BLOB) STRICT;";

static int prepare(storage_floor *floor, const char *text, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(floor->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement,
                              NULL) == SQLITE_OK;
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

storage_floor *storage_floor_new(const char *path) {
    storage_floor *floor = calloc(1, sizeof *floor);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (floor && sqlite3_open_v2(path, &floor->database, flags, NULL) == SQLITE_OK &&
        sqlite3_exec(floor->database, settings, NULL, NULL, NULL) == SQLITE_OK &&
        prepare(floor, "BEGIN IMMEDIATE", &floor->begin) &&
        prepare(floor, "INSERT INTO record VALUES (?1, ?2, ?3)", &floor->add) &&
        prepare(floor, "COMMIT", &floor->commit))
        return floor;
    storage_floor_free(floor);
    return NULL;
}

void storage_floor_free(storage_floor *floor) {
    if (!floor) return;
    sqlite3_finalize(floor->begin);
    sqlite3_finalize(floor->add);
    sqlite3_finalize(floor->commit);
    sqlite3_close_v2(floor->database);
    free(floor);
}

static int add_one(storage_floor *floor) {
    static const unsigned char note[200];
    char name[32];
    int length = snprintf(name, sizeof name, "record %lld", (long long)floor->next++);
    sqlite3_bind_text(floor->add, 1, name, length, SQLITE_STATIC);
    sqlite3_bind_int64(floor->add, 2, floor->next);
    sqlite3_bind_blob(floor->add, 3, note, sizeof note, SQLITE_STATIC);
    int added = run(floor->add);
    sqlite3_clear_bindings(floor->add);
    return added;
}

int storage_floor_add(storage_floor *floor, size_t count, size_t group) {
    for (size_t done = 0; done < count;) {
        if (!run(floor->begin)) return 0;
        for (size_t member = 0; member < group && done < count; member++, done++)
            if (!add_one(floor)) return 0;
        if (!run(floor->commit)) return 0;
    }
    return 1;
}
