#pragma once

#include <nats/nats.h>
#include <stdbool.h>
#include <stddef.h>

#define QUINCE_NATS_TEXT(number) #number
#define QUINCE_NATS_NUMBER(number) QUINCE_NATS_TEXT(number)
/// The version in the names of libnats's file and of Debian's package: libnats changes its structures with each.
#define QUINCE_NATS_VERSION QUINCE_NATS_NUMBER(NATS_VERSION_MAJOR) "." QUINCE_NATS_NUMBER(NATS_VERSION_MINOR)

/// The version as a function, since macros of several texts do not import into Swift.
const char *quince_nats_version(void);

/// Loads libnats, once in a process; 0 where it cannot be loaded. Before this no other function may be called.
int quince_nats_load(void);

typedef struct quince_nats quince_nats;

/// The outcome of a call: 0 where it was done, else a status of libnats's, and JetStream's number of the cause.
typedef struct {
    int status;
    int cause;
} quince_nats_outcome;

/// Connects to a server, by TLS or without it. `authorities` is a file with those above its certificate, or NULL for the
/// system's; `credentials` a file with a user's JWT and seed, or NULL.
quince_nats *quince_nats_connect(const char *url, bool is_secure, const char *authorities,
                                 const char *credentials, quince_nats_outcome *outcome);
void quince_nats_close(quince_nats *nats);

/// Publishes a message, and waits until the stream has it.
quince_nats_outcome quince_nats_publish(quince_nats *nats, const char *stream, const char *subject,
                                        const char *identifier, const void *body, size_t count);

/// The identifier of the last message of the subjects; empty where there is none.
quince_nats_outcome quince_nats_last(quince_nats *nats, const char *stream, const char *subjects,
                                     char *identifier, size_t capacity);

/// The cause of the last failure of this thread, whose status is given, as libnats tells it.
const char *quince_nats_text(int status);
