#include "CNATS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// How long a server is waited for. Units: milliseconds.
#define PATIENCE 5000
/// JetStream's number of the cause that there is no message.
#define NO_MESSAGE 10037

static struct {
#define FUNCTION(result, name) __typeof__(&name) name;
#include "functions.h"
#undef FUNCTION
} library;

static int is_loaded;

static void load(void) {
    void *file = dlopen("libnats.so." QUINCE_NATS_VERSION, RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
#define FUNCTION(result, name)                                                                               \
    if (!(*(void **)&library.name = dlsym(file, #name))) return;
#include "functions.h"
#undef FUNCTION
    is_loaded = 1;
}

int quince_nats_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return is_loaded;
}

const char *quince_nats_version(void) { return QUINCE_NATS_VERSION; }

struct quince_nats {
    natsConnection *connection;
    jsCtx *streams;
};

static natsStatus set(natsOptions *options, const char *url, bool is_secure, const char *authorities,
                      const char *credentials) {
    natsStatus status = library.natsOptions_SetURL(options, url);
    if (status == NATS_OK) status = library.natsOptions_SetName(options, "quince");
    if (status == NATS_OK) status = library.natsOptions_SetTimeout(options, PATIENCE);
    // Its caller connects again, to the first server that answers.
    if (status == NATS_OK) status = library.natsOptions_SetAllowReconnect(options, false);
    if (status == NATS_OK && credentials)
        status = library.natsOptions_SetUserCredentialsFromFiles(options, credentials, NULL);
    if (!is_secure || status != NATS_OK) return status;
    // The certificate has to be valid for the URL's host.
    status = library.natsOptions_SetSecure(options, true);
    if (status == NATS_OK && authorities)
        status = library.natsOptions_LoadCATrustedCertificates(options, authorities);
    return status;
}

quince_nats *quince_nats_connect(const char *url, bool is_secure, const char *authorities,
                                 const char *credentials, quince_nats_outcome *outcome) {
    quince_nats *nats = calloc(1, sizeof *nats);
    natsOptions *made = NULL;
    natsStatus status = nats ? library.natsOptions_Create(&made) : NATS_NO_MEMORY;
    if (status == NATS_OK) status = set(made, url, is_secure, authorities, credentials);
    if (status == NATS_OK) status = library.natsConnection_Connect(&nats->connection, made);
    if (status == NATS_OK) status = library.natsConnection_JetStream(&nats->streams, nats->connection, NULL);
    library.natsOptions_Destroy(made);
    *outcome = (quince_nats_outcome){status, 0};
    if (status == NATS_OK) return nats;
    if (nats) quince_nats_close(nats);
    return NULL;
}

void quince_nats_close(quince_nats *nats) {
    library.jsCtx_Destroy(nats->streams);
    library.natsConnection_Destroy(nats->connection);
    free(nats);
}

quince_nats_outcome quince_nats_publish(quince_nats *nats, const char *stream, const char *subject,
                                        const char *identifier, const void *body, size_t count) {
    jsPubOptions options;
    jsErrCode cause = 0;
    natsStatus status = library.jsPubOptions_Init(&options);
    options.MaxWait = PATIENCE;
    options.MsgId = identifier;
    options.ExpectStream = stream;
    if (status == NATS_OK)
        status = library.js_Publish(NULL, nats->streams, subject, body, (int)count, &options, &cause);
    return (quince_nats_outcome){status, cause};
}

quince_nats_outcome quince_nats_last(quince_nats *nats, const char *stream, const char *subjects,
                                     char *identifier, size_t capacity) {
    natsMsg *message = NULL;
    jsErrCode cause = 0;
    const char *found = NULL;
    natsStatus status = library.js_GetLastMsg(&message, nats->streams, stream, subjects, NULL, &cause);
    if (status == NATS_OK && library.natsMsgHeader_Get(message, "Nats-Msg-Id", &found) != NATS_OK) found = NULL;
    snprintf(identifier, capacity, "%s", found ? found : "");
    library.natsMsg_Destroy(message);
    if (status == NATS_NOT_FOUND && cause == NO_MESSAGE) return (quince_nats_outcome){0, 0};
    return (quince_nats_outcome){status, cause};
}

const char *quince_nats_text(int status) {
    natsStatus last = NATS_OK;
    const char *text = library.nats_GetLastError(&last);
    if (last != (natsStatus)status || !text || !*text) return library.natsStatus_GetText((natsStatus)status);
    // It begins with its place in libnats's source, such as "(conn.c:733): ".
    const char *end = *text == '(' ? strstr(text, "): ") : NULL;
    return end ? end + 3 : text;
}
