#include "network_floor.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 128, REQUEST = 330, ANSWER = 230 };

typedef enum {
    BEGIN, COMMIT,
    FIND_MESSAGES, FIND_CARD,
    ADD_MESSAGE, COUNT, ADD_PAYMENT, SAVE_BALANCE, ADD_POSTING,
    STATEMENTS
} statement;

static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [FIND_MESSAGES] = "SELECT * FROM network_message "
                      "WHERE substr(identity, 1, 19) = substr(?1, 1, 19)",
    [FIND_CARD] = "SELECT * FROM vault_token AS token "
                  "LEFT JOIN card_account AS account ON account.identifier = token.card "
                  "LEFT JOIN card_balance AS balance "
                  "ON balance.card = token.card AND balance.currency = '978' "
                  "WHERE token.identifier = ?1",
    [ADD_MESSAGE] = "INSERT INTO network_message VALUES (NULL, ?1, ?2, ?3, ?4, ?5, 'hold', 1000)",
    [COUNT] = "UPDATE vault_token SET highest_counter = ?2, used_counters = -1 "
              "WHERE identifier = ?1",
    [ADD_PAYMENT] = "INSERT INTO network_payment VALUES (last_insert_rowid(), ?1, ?2, 'visa', "
                    "'MERCHANT0000001', ?3, "
                    "'978', 1000, '123456', 1772323199, 1000, 0, 0, 'open', NULL)",
    [SAVE_BALANCE] = "INSERT INTO card_balance VALUES (?1, '978', ?2, ?3, 0, 20000, 1, ?3) "
                     "ON CONFLICT (card, currency) DO UPDATE SET available = excluded.available, "
                     "held = excluded.held, owed = excluded.owed, day = excluded.day, "
                     "day_payments = excluded.day_payments, day_amount = excluded.day_amount",
    [ADD_POSTING] = "INSERT INTO posting VALUES ((SELECT COALESCE(MAX(entry), 0) + (?1 = 0) "
                    "FROM posting), ?1, 'hold', ?2, '978', ?3)",
};

struct network_floor {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    sqlite3_int64 next;
    uint8_t wire[2][512];
};

static int run(network_floor *floor, statement which) {
    sqlite3_stmt *statement = floor->statements[which];
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

static void bind(network_floor *floor, statement which, int index, const char *text) {
    sqlite3_bind_text(floor->statements[which], index, text, -1, SQLITE_STATIC);
}

static void number(network_floor *floor, statement which, int index, sqlite3_int64 value) {
    sqlite3_bind_int64(floor->statements[which], index, value);
}

static int exec(network_floor *floor, const char *text) {
    return sqlite3_exec(floor->database, text, NULL, NULL, NULL) == SQLITE_OK;
}

static int add_cards(network_floor *floor) {
    char text[512];
    for (int card = 0; card < CARDS; card++) {
        snprintf(text, sizeof text,
                 "INSERT INTO vault_token VALUES ('token%026d', '0000', 'card%027d', '3512', "
                 "'active', '040010030273', zeroblob(64), 0, 0, 0);"
                 "INSERT INTO card_account (identifier, suffix, issuer, expiry, status, credit_limit) "
                 "VALUES ('card%027d', '0000', 'visa', '3512', 'open', 1000000000000)",
                 card, card, card);
        if (!exec(floor, text)) return 0;
    }
    return 1;
}

network_floor *network_floor_new(const char *path) {
    network_floor *floor = calloc(1, sizeof *floor);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    int ready = floor && sqlite3_open_v2(path, &floor->database, flags, NULL) == SQLITE_OK &&
                exec(floor, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                      "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; BEGIN") &&
                add_cards(floor) && exec(floor, "COMMIT");
    for (int which = 0; ready && which < STATEMENTS; which++)
        ready = sqlite3_prepare_v3(floor->database, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
                                   &floor->statements[which], NULL) == SQLITE_OK;
    if (ready) return floor;
    network_floor_free(floor);
    return NULL;
}

void network_floor_free(network_floor *floor) {
    if (!floor) return;
    for (int which = 0; which < STATEMENTS; which++) sqlite3_finalize(floor->statements[which]);
    sqlite3_close_v2(floor->database);
    free(floor);
}

// A frame is a length of two bytes and the message.
static void copy(network_floor *floor, int way, size_t length) {
    uint8_t message[512] = {0};
    memcpy(message, floor->wire[way], length);
    message[0] = (uint8_t)(length >> 8), message[1] = (uint8_t)length;
    memcpy(floor->wire[1 - way], message, length);
}

static int write_records(network_floor *floor, const char *token, const char *card,
                         const char *identity, sqlite3_int64 one) {
    bind(floor, ADD_MESSAGE, 1, identity), bind(floor, ADD_MESSAGE, 2, identity);
    sqlite3_bind_blob(floor->statements[ADD_MESSAGE], 3, floor->wire[0], 32, SQLITE_STATIC);
    bind(floor, ADD_MESSAGE, 4, "approved 123456"), bind(floor, ADD_MESSAGE, 5, identity);
    bind(floor, COUNT, 1, token), number(floor, COUNT, 2, one);
    bind(floor, ADD_PAYMENT, 1, identity), bind(floor, ADD_PAYMENT, 2, card);
    bind(floor, ADD_PAYMENT, 3, identity);
    bind(floor, SAVE_BALANCE, 1, card), number(floor, SAVE_BALANCE, 2, 1000000 - one);
    number(floor, SAVE_BALANCE, 3, one);
    if (!run(floor, ADD_MESSAGE) || !run(floor, COUNT) || !run(floor, ADD_PAYMENT) ||
        !run(floor, SAVE_BALANCE))
        return 0;
    for (int line = 0; line < 2; line++) {
        number(floor, ADD_POSTING, 1, line), bind(floor, ADD_POSTING, 2, card);
        number(floor, ADD_POSTING, 3, line ? 1000 : -1000);
        if (!run(floor, ADD_POSTING)) return 0;
    }
    return 1;
}

static int authorize(network_floor *floor) {
    char token[40], card[40], identity[64];
    sqlite3_int64 one = ++floor->next;
    snprintf(token, sizeof token, "token%026d", (int)(one % CARDS));
    snprintf(card, sizeof card, "card%027d", (int)(one % CARDS));
    // The references are digests: of all rows, these are the ones that come in no order.
    uint64_t mixed = (uint64_t)one * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29, mixed *= 0xbf58476d1ce4e5b9u;
    snprintf(identity, sizeof identity, "%06u|%012llu|1122093000|1|123456|TERM1|%lld",
             (unsigned)(mixed % 1000000), (unsigned long long)(mixed >> 25), (long long)one);
    copy(floor, 0, REQUEST);
    bind(floor, FIND_MESSAGES, 1, identity), bind(floor, FIND_CARD, 1, token);
    int done = run(floor, FIND_MESSAGES) && run(floor, FIND_CARD) &&
               write_records(floor, token, card, identity, one);
    copy(floor, 1, ANSWER);
    return done;
}

int network_floor_authorize(network_floor *floor, size_t count, size_t group) {
    for (size_t done = 0; done < count;) {
        if (!run(floor, BEGIN)) return 0;
        for (size_t member = 0; member < group && done < count; member++, done++)
            if (!authorize(floor)) return 0;
        if (!run(floor, COMMIT)) return 0;
    }
    return 1;
}

int network_floor_add_accounts(const char *path, size_t count) {
    // Digests are random; in their order they are added fast.
    static const char text[] =
        "BEGIN;"
        "CREATE TEMP TABLE made AS WITH RECURSIVE number(n) AS "
        "(SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %zu) "
        "SELECT lower(hex(randomblob(16))) AS token, lower(hex(randomblob(16))) AS card FROM number;"
        "INSERT INTO vault_token SELECT token, '0000', card, '3512', 'active', '040010030273', "
        "zeroblob(64), 0, 0, 0 FROM made ORDER BY token;"
        "INSERT INTO card_account (identifier, suffix, issuer, expiry, status, credit_limit) "
        "SELECT card, '0000', 'visa', '3512', 'open', 1000000 FROM made ORDER BY card;"
        "COMMIT";
    char statements[sizeof text + 32];
    network_floor floor = {0};
    snprintf(statements, sizeof statements, text, count);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    int added = sqlite3_open_v2(path, &floor.database, flags, NULL) == SQLITE_OK &&
                exec(&floor, statements);
    sqlite3_close_v2(floor.database);
    return added;
}
