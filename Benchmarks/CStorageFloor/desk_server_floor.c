#include "desk_server_floor.h"
#include "new_payment.h"

#include <CPostgreSQL.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum {
    ADD_INTENT, ADD_ATTEMPT, ADD_OPERATION, LATEST_REMOVAL, CLAIM,
    SETTLE, PLACE, ADD_LINE,
    STATEMENTS
} statement;

static const char *const texts[STATEMENTS] = {
    [ADD_INTENT] = "INSERT INTO intent (id, merchant_reference, amount_minor_units, currency_code, "
                   "created_at) VALUES ($1, $2, 1075, 'USD', 1760000000) ON CONFLICT DO NOTHING",
    [ADD_ATTEMPT] = "INSERT INTO attempt (id, intent, transaction_identifier, account_suffix, "
                    "created_at) VALUES ($1, $2, $3, '0000', 1760000000) ON CONFLICT DO NOTHING",
    [ADD_OPERATION] = "INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, "
                      "processor, amount_minor_units, currency_code, state, prepared_at, "
                      "changed_at, tries, due_at, lease_owner, settlement_reference) "
                      "VALUES ($1, $2, $3, "
                      "'authorization', 1, $4, 'sandbox', 1075, 'USD', 'sent', 1760000000, "
                      "1760000000, 0, 1760000060, $5, '') ON CONFLICT DO NOTHING RETURNING *",
    [LATEST_REMOVAL] = "SELECT latest FROM accepted_token_removal",
    [CLAIM] = "INSERT INTO accepted_token (transaction_id, accepted_at, order_digest) "
              "VALUES ($1, 1760000000, $2) ON CONFLICT DO NOTHING",
    [SETTLE] = "UPDATE operation SET state = 'approved', changed_at = 1760000000, due_at = NULL, "
               "lease_owner = NULL, authorization_code = COALESCE('430446', authorization_code), "
               "network_reference = COALESCE($2, network_reference) "
               "WHERE id = $1 AND state = 'sent' RETURNING *",
    [PLACE] = "INSERT INTO shop_order (id, status, payment_status, attempt, total_minor_units, "
              "currency_code, transaction_identifier, label, shipping_identifier, shipping_label, "
              "contact_name, contact_street, contact_city, contact_state, contact_postal_code, "
              "contact_country, contact_email_address, contact_phone_number, details, version, "
              "created_at, updated_at) SELECT $1, 'open', 'authorized', operation.attempt, 1075, 'USD', $3, "
              "'My Company Name', 'standard', 'Standard Shipping', 'John Appleseed', "
              "'1234 Laurel Street', 'Atlanta', 'GA', '30303', 'US', "
              "'john.appleseed@example.com', NULL, '{}', 1, 1760000000, 1760000000 FROM operation "
              "WHERE operation.attempt = $2 AND operation.kind = 'authorization' "
              "AND operation.state = 'approved' AND operation.amount_minor_units = 1075 "
              "ON CONFLICT DO NOTHING RETURNING *",
    [ADD_LINE] = "INSERT INTO order_line (shop_order, position, title, quantity, "
                 "amount_minor_units) VALUES ($1, 0, 'Subtotal', 1, 1075)",
};

// A text, or 32 bytes.
typedef struct {
    const char *value;
    int is_bytes;
} parameter;

typedef struct worker {
    PGconn *connection;
    uint64_t random;
    size_t count;
    int went_well;
} worker;

struct desk_server_floor {
    size_t count;
    worker workers[];
};

static int succeeded(PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static int run(worker *worker, statement which, int count, const parameter *parameters) {
    const char *values[8];
    int lengths[8], formats[8];
    char name[16];
    for (int index = 0; index < count; index++) {
        values[index] = parameters[index].value;
        formats[index] = parameters[index].is_bytes;
        lengths[index] = parameters[index].is_bytes ? 32 : 0;
    }
    snprintf(name, sizeof name, "s%d", which);
    return succeeded(PQexecPrepared(worker->connection, name, count, values, lengths, formats, 0));
}

#define RUN(which, ...)                                                                            \
    run(worker, which, sizeof((parameter[]){__VA_ARGS__}) / sizeof(parameter),                     \
        (parameter[]){__VA_ARGS__})
#define TEXT(value) ((parameter){value, 0})
#define BYTES(value) ((parameter){(const char *)(value), 1})

static int claim(worker *worker, const payment *one) {
    return RUN(ADD_INTENT, TEXT(one->intent), TEXT(one->reference)) &&
           RUN(ADD_ATTEMPT, TEXT(one->attempt), TEXT(one->intent), BYTES(one->transaction)) &&
           RUN(ADD_OPERATION, TEXT(one->operation), TEXT(one->attempt), TEXT(one->intent),
               TEXT(one->key), TEXT(one->operation)) &&
           run(worker, LATEST_REMOVAL, 0, NULL) &&
           RUN(CLAIM, BYTES(one->transaction), BYTES(one->digest));
}

static int settle(worker *worker, const payment *one) {
    return RUN(SETTLE, TEXT(one->operation), TEXT(one->key)) &&
           RUN(PLACE, TEXT(one->order), TEXT(one->attempt), BYTES(one->transaction)) &&
           RUN(ADD_LINE, TEXT(one->order));
}

// A transaction that others undo runs again.
static int transact(worker *worker, const payment *one,
                    int (*record)(struct worker *, const payment *)) {
    for (int tries = 0; tries < 1000; tries++) {
        if (!succeeded(PQexec(worker->connection, "BEGIN ISOLATION LEVEL SERIALIZABLE"))) return 0;
        if (record(worker, one) && succeeded(PQexec(worker->connection, "COMMIT"))) return 1;
        // A COMMIT that is refused has ended the transaction.
        if (PQtransactionStatus(worker->connection) != PQTRANS_IDLE)
            PQclear(PQexec(worker->connection, "ROLLBACK"));
    }
    return 0;
}

static void *accept(void *context) {
    worker *worker = context;
    payment one;
    worker->went_well = 1;
    for (size_t done = 0; done < worker->count && worker->went_well; done++) {
        new_payment(&one, &worker->random, NULL);
        worker->went_well = transact(worker, &one, claim) && transact(worker, &one, settle);
    }
    return NULL;
}

static int prepare(worker *worker, const char *address, size_t number) {
    worker->connection = PQconnectdb(address);
    worker->random = 88172645463325252u + number * 0x9e3779b97f4a7c15u;
    int ready = PQstatus(worker->connection) == CONNECTION_OK;
    for (int which = 0; ready && which < STATEMENTS; which++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", which);
        ready = succeeded(PQprepare(worker->connection, name, texts[which], 0, NULL));
    }
    return ready;
}

desk_server_floor *desk_server_floor_new(const char *address, size_t connections) {
    if (!quince_pq_load()) return NULL;
    desk_server_floor *floor = calloc(1, sizeof *floor + connections * sizeof(worker));
    if (!floor) return NULL;
    floor->count = connections;
    for (size_t number = 0; number < connections; number++) {
        if (prepare(&floor->workers[number], address, number)) continue;
        desk_server_floor_free(floor);
        return NULL;
    }
    return floor;
}

void desk_server_floor_free(desk_server_floor *floor) {
    if (!floor) return;
    for (size_t number = 0; number < floor->count; number++)
        if (floor->workers[number].connection) PQfinish(floor->workers[number].connection);
    free(floor);
}

int desk_server_floor_accept(desk_server_floor *floor, size_t count) {
    pthread_t threads[floor->count];
    size_t started = 0;
    int went_well = 1;
    for (; started < floor->count; started++) {
        worker *worker = &floor->workers[started];
        worker->count = count / floor->count + (started < count % floor->count);
        if (pthread_create(&threads[started], NULL, accept, worker) != 0) break;
    }
    went_well = started == floor->count;
    for (size_t number = 0; number < started; number++) {
        pthread_join(threads[number], NULL);
        went_well = went_well && floor->workers[number].went_well;
    }
    return went_well;
}
