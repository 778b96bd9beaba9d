#include "desk_floor.h"
#include "new_payment.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

typedef enum {
    BEGIN, COMMIT,
    ADD_INTENT, ADD_ATTEMPT, ADD_OPERATION, LATEST_REMOVAL, CLAIM,
    SETTLE, PLACE, ADD_LINE,
    STATEMENTS
} statement;

static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ADD_INTENT] = "INSERT INTO intent VALUES (?1, ?2, 1075, 'USD', 1760000000) "
                   "ON CONFLICT DO NOTHING",
    [ADD_ATTEMPT] = "INSERT INTO attempt VALUES (?1, ?2, ?3, '0000', NULL, NULL, 1760000000) "
                    "ON CONFLICT DO NOTHING",
    [ADD_OPERATION] = "INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, "
                      "processor, amount_minor_units, currency_code, state, prepared_at, "
                      "changed_at, tries, due_at, lease_owner, settlement_reference) "
                      "VALUES (?1, ?2, ?3, "
                      "'authorization', 1, ?4, 'sandbox', 1075, 'USD', 'sent', 1760000000, "
                      "1760000000, 0, 1760000060, ?5, '') ON CONFLICT DO NOTHING RETURNING *",
    [LATEST_REMOVAL] = "SELECT latest FROM accepted_token_removal",
    [CLAIM] = "INSERT INTO accepted_token (transaction_id, accepted_at, order_digest) "
              "VALUES (?1, 1760000000, ?2) ON CONFLICT DO NOTHING",
    [SETTLE] = "UPDATE operation SET state = 'approved', changed_at = 1760000000, due_at = NULL, "
               "lease_owner = NULL, authorization_code = COALESCE('430446', authorization_code), "
               "network_reference = COALESCE(?2, network_reference), "
               "approved_minor_units = COALESCE(NULL, approved_minor_units), "
               "decline_reason = NULL, mismatch = COALESCE(NULL, mismatch), "
               "reversal_reason = COALESCE(NULL, reversal_reason) "
               "WHERE id = ?1 AND state = 'sent' RETURNING *",
    [PLACE] = "INSERT INTO shop_order (id, status, payment_status, attempt, total_minor_units, "
              "currency_code, transaction_identifier, label, shipping_identifier, shipping_label, "
              "contact_name, contact_street, contact_city, contact_state, contact_postal_code, "
              "contact_country, contact_email_address, contact_phone_number, details, version, "
              "created_at, updated_at) SELECT ?1, 'open', 'authorized', operation.attempt, 1075, 'USD', ?3, "
              "'My Company Name', 'standard', 'Standard Shipping', 'John Appleseed', "
              "'1234 Laurel Street', 'Atlanta', 'GA', '30303', 'US', "
              "'john.appleseed@example.com', NULL, '{}', 1, 1760000000, 1760000000 FROM operation "
              "WHERE operation.attempt = ?2 AND operation.kind = 'authorization' "
              "AND ((operation.state = 'approved' AND operation.amount_minor_units = 1075) "
              "OR (operation.state = 'partiallyApproved' "
              "AND operation.approved_minor_units = 1075)) ON CONFLICT DO NOTHING RETURNING *",
    [ADD_LINE] = "INSERT INTO order_line VALUES (?1, ?2, 'Subtotal', 1, 1075)",
};

enum { LARGEST_GROUP = 256 };

struct desk_floor {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    uint64_t random, place;
    payment payments[LARGEST_GROUP];
};

desk_floor *desk_floor_new(const char *path) {
    desk_floor *floor = calloc(1, sizeof *floor);
    const char settings[] = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                            "PRAGMA recursive_triggers = ON; "
                            "PRAGMA cache_size = -16384; "
                            "PRAGMA temp_store = MEMORY";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    int ready = floor && sqlite3_open_v2(path, &floor->database, flags, NULL) == SQLITE_OK &&
                sqlite3_exec(floor->database, settings, NULL, NULL, NULL) == SQLITE_OK;
    for (int which = 0; ready && which < STATEMENTS; which++)
        ready = sqlite3_prepare_v3(floor->database, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
                                   &floor->statements[which], NULL) == SQLITE_OK;
    if (ready) {
        floor->random = 88172645463325252u, floor->place = (uint64_t)time(NULL) << 16;
        return floor;
    }
    desk_floor_free(floor);
    return NULL;
}

void desk_floor_free(desk_floor *floor) {
    if (!floor) return;
    for (int which = 0; which < STATEMENTS; which++) sqlite3_finalize(floor->statements[which]);
    sqlite3_close_v2(floor->database);
    free(floor);
}

// Runs a statement to its end. Each must do what it is for: a row that is there already is an error.
static int run(desk_floor *floor, statement which) {
    sqlite3_stmt *statement = floor->statements[which];
    int code;
    do code = sqlite3_step(statement);
    while (code == SQLITE_ROW);
    sqlite3_reset(statement);
    return code == SQLITE_DONE &&
           (sqlite3_stmt_readonly(statement) || which == COMMIT || sqlite3_changes(floor->database) == 1);
}

static void text(desk_floor *floor, statement which, int index, const char *value) {
    sqlite3_bind_text(floor->statements[which], index, value, -1, SQLITE_STATIC);
}

static void blob(desk_floor *floor, statement which, int index, const void *value) {
    sqlite3_bind_blob(floor->statements[which], index, value, 32, SQLITE_STATIC);
}

static int claim(desk_floor *floor, payment *payment) {
    new_payment(payment, &floor->random, &floor->place);
    text(floor, ADD_INTENT, 1, payment->intent), text(floor, ADD_INTENT, 2, payment->reference);
    text(floor, ADD_ATTEMPT, 1, payment->attempt), text(floor, ADD_ATTEMPT, 2, payment->intent);
    blob(floor, ADD_ATTEMPT, 3, payment->transaction);
    text(floor, ADD_OPERATION, 1, payment->operation);
    text(floor, ADD_OPERATION, 2, payment->attempt);
    text(floor, ADD_OPERATION, 3, payment->intent), text(floor, ADD_OPERATION, 4, payment->key);
    text(floor, ADD_OPERATION, 5, payment->operation);
    blob(floor, CLAIM, 1, payment->transaction), blob(floor, CLAIM, 2, payment->digest);
    return run(floor, ADD_INTENT) && run(floor, ADD_ATTEMPT) && run(floor, ADD_OPERATION) &&
           run(floor, LATEST_REMOVAL) && run(floor, CLAIM);
}

static int settle(desk_floor *floor, payment *payment) {
    text(floor, SETTLE, 1, payment->operation), text(floor, SETTLE, 2, payment->key);
    text(floor, PLACE, 1, payment->order), text(floor, PLACE, 2, payment->attempt);
    blob(floor, PLACE, 3, payment->transaction);
    text(floor, ADD_LINE, 1, payment->order);
    sqlite3_bind_int(floor->statements[ADD_LINE], 2, 0);
    return run(floor, SETTLE) && run(floor, PLACE) && run(floor, ADD_LINE);
}

static int commit_all(desk_floor *floor, size_t count, int (*record)(desk_floor *, payment *)) {
    sqlite3_step(floor->statements[BEGIN]), sqlite3_reset(floor->statements[BEGIN]);
    for (size_t member = 0; member < count; member++)
        if (!record(floor, &floor->payments[member])) return 0;
    return run(floor, COMMIT);
}

int desk_floor_accept(desk_floor *floor, size_t count, size_t group) {
    if (group > LARGEST_GROUP) return 0;
    for (size_t done = 0; done < count; done += group) {
        size_t members = count - done < group ? count - done : group;
        if (!commit_all(floor, members, claim) || !commit_all(floor, members, settle)) return 0;
    }
    return 1;
}
