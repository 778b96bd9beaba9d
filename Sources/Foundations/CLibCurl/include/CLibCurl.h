#pragma once

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>

/// The file that is loaded, as Debian's package libcurl4 names it.
#define QUINCE_CURL_FILE "libcurl.so.4"

/// Loads libcurl, once in a process; 0 where it cannot be loaded. Before this no other function of libcurl's may be
/// called.
///
/// libcurl is not linked: a program that asks no server starts without it and the thirty libraries that it needs.
int quince_curl_load(void);

// Variadic functions do not import into Swift.
int quince_curl_number(CURL *handle, CURLoption option, long value);
int quince_curl_text(CURL *handle, CURLoption option, const char *value);
int quince_curl_list(CURL *handle, CURLoption option, struct curl_slist *value);
int quince_curl_blob(CURL *handle, CURLoption option, const void *bytes, size_t count);
int quince_curl_body(CURL *handle, const void *bytes, size_t count);

typedef size_t (*quince_curl_take)(char *bytes, size_t size, size_t count, void *context);
void quince_curl_callbacks(CURL *handle, quince_curl_take line, quince_curl_take piece, void *context);

/// Lets a transfer connect to public addresses only; `refused` is set where it would to another one.
///
/// The address is looked at after the name was resolved, when the socket is made, so that no name that leads
/// elsewhere the next time gets around it.
void quince_curl_public_only(CURL *handle, int *refused);
/// Whether an address of IPv4 or IPv6 is a public one.
int quince_is_public(const struct sockaddr *address);

long quince_curl_status(CURL *handle);
/// Whether a connection was ready, so that libcurl began to send the request.
int quince_curl_began(CURL *handle);

/// The next transfer that is over, or NULL.
CURL *quince_curl_next_done(CURLM *multi, int *result);

static inline void quince_curl_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}
