// libcurl's macros check the arguments of calls by its own names.
#define CURL_DISABLE_TYPECHECK
#include "CLibCurl.h"
#undef curl_easy_setopt
#undef curl_easy_getinfo

#include <dlfcn.h>

static struct {
#define FUNCTION(result, name, parameters, arguments) result(*name) parameters;
#define VARIADIC(result, name, parameters) result(*name) parameters;
#include "functions.h"
#undef FUNCTION
#undef VARIADIC
} library;

static int is_loaded;

static void load(void) {
    void *file = dlopen(QUINCE_CURL_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
#define VARIADIC(result, name, parameters)                                                                   \
    if (!(*(void **)&library.name = dlsym(file, #name))) return;
#define FUNCTION(result, name, parameters, arguments) VARIADIC(result, name, parameters)
#include "functions.h"
#undef FUNCTION
#undef VARIADIC
    is_loaded = 1;
}

int quince_curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return is_loaded;
}

#define VARIADIC(result, name, parameters)
// Hidden, so that libcurl's own calls reach its own functions and not these.
#define FUNCTION(result, name, parameters, arguments)                                                        \
    __attribute__((visibility("hidden"))) result name parameters { return library.name arguments; }
#include "functions.h"
#undef FUNCTION
#undef VARIADIC

int quince_curl_number(CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value) == CURLE_OK;
}
int quince_curl_text(CURL *handle, CURLoption option, const char *value) {
    return library.curl_easy_setopt(handle, option, value) == CURLE_OK;
}
int quince_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return library.curl_easy_setopt(handle, option, value) == CURLE_OK;
}
int quince_curl_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return library.curl_easy_setopt(handle, option, &blob) == CURLE_OK;
}
int quince_curl_body(CURL *handle, const void *bytes, size_t count) {
    const void *body = count ? bytes : "";
    return library.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK &&
           library.curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, body) == CURLE_OK;
}
void quince_curl_callbacks(CURL *handle, quince_curl_take line, quince_curl_take piece, void *context) {
    library.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, line);
    library.curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    library.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, piece);
    library.curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

long quince_curl_status(CURL *handle) {
    long status = 0;
    library.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
int quince_curl_began(CURL *handle) {
    curl_off_t microseconds = 0;
    library.curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    long bytes = 0;
    library.curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &bytes);
    return microseconds > 0 || bytes > 0;
}

CURL *quince_curl_next_done(CURLM *multi, int *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = (int)message->data.result;
            return message->easy_handle;
        }
    return NULL;
}
