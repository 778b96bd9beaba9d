// libcurl's macros check the arguments of calls by its own names.
#define CURL_DISABLE_TYPECHECK
#include "CLibCurl.h"
#undef curl_easy_setopt
#undef curl_easy_getinfo

#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>

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

static int is_public_ipv4(const unsigned char *a) {
    // IANA IPv4 Special-Purpose Address Registry, and class D and E.
    return !(a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] >= 224 || (a[0] == 100 && (a[1] & 0xC0) == 64) ||
             (a[0] == 169 && a[1] == 254) || (a[0] == 172 && (a[1] & 0xF0) == 16) ||
             (a[0] == 192 && a[1] == 0 && (a[2] == 0 || a[2] == 2)) || (a[0] == 192 && a[1] == 88 && a[2] == 99) ||
             (a[0] == 192 && a[1] == 168) || (a[0] == 198 && (a[1] & 0xFE) == 18) ||
             (a[0] == 198 && a[1] == 51 && a[2] == 100) || (a[0] == 203 && a[1] == 0 && a[2] == 113));
}

static int is_public_ipv6(const unsigned char *a) {
    // Global unicast is 2000::/3 (RFC 4291); of it not 2001::/23 (RFC 2928), 2001:db8::/32 and 3fff::/20
    // (documentation), 2002::/16 (6to4, which has an IPv4 address in it).
    return (a[0] & 0xE0) == 0x20 && !(a[0] == 0x20 && a[1] == 0x01 && (a[2] & 0xFE) == 0) &&
           !(a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0D && a[3] == 0xB8) && !(a[0] == 0x20 && a[1] == 0x02) &&
           !(a[0] == 0x3F && a[1] == 0xFF && (a[2] & 0xF0) == 0);
}

int quince_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return is_public_ipv4((const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr);
    if (address->sa_family == AF_INET6)
        return is_public_ipv6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
    return 0;
}

static curl_socket_t open_public(void *refused, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    if (!quince_is_public(&address->addr)) {
        *(int *)refused = 1;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void quince_curl_public_only(CURL *handle, int *refused) {
    library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_public);
    library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, refused);
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
