#ifndef QUINCE_CLIBCURL_SHIM_H
#define QUINCE_CLIBCURL_SHIM_H

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>

// Variadic functions do not import into Swift.
static inline int quince_curl_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value) == CURLE_OK;
}
static inline int quince_curl_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value) == CURLE_OK;
}
static inline int quince_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value) == CURLE_OK;
}
static inline int quince_curl_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob) == CURLE_OK;
}
static inline int quince_curl_body(CURL *handle, const void *bytes, size_t count) {
    return curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "") == CURLE_OK;
}

typedef size_t (*quince_curl_take)(char *bytes, size_t size, size_t count, void *context);
static inline void quince_curl_callbacks(CURL *handle, quince_curl_take line, quince_curl_take piece,
                                         void *context) {
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, line);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, piece);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline long quince_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
// Whether a connection was ready, so that libcurl began to send the request.
static inline int quince_curl_began(CURL *handle) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    long bytes = 0;
    curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &bytes);
    return microseconds > 0 || bytes > 0;
}

// The next transfer that is over, or NULL.
static inline CURL *quince_curl_next_done(CURLM *multi, int *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = (int)message->data.result;
            return message->easy_handle;
        }
    return NULL;
}

static inline void quince_curl_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

#endif
