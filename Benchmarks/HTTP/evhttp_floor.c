// The routes of quince-http-bench on libevent's own HTTP server: `evhttp_floor [CERTIFICATE KEY]`.
#include <event2/buffer.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void answer(struct evhttp_request *request, int status, const char *type, const char *body) {
    struct evbuffer *buffer = evbuffer_new();
    evbuffer_add(buffer, body, strlen(body));
    evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type", type);
    evhttp_send_reply(request, status, status == 200 ? "OK" : "Error", buffer);
    evbuffer_free(buffer);
}

static void respond(struct evhttp_request *request, void *context) {
    (void)context;
    const char *path = evhttp_request_get_uri(request);
    if (strcmp(path, "/static") == 0) return answer(request, 200, "text/plain", "Hello, world!\n");
    if (strncmp(path, "/payments/", 10) != 0) return answer(request, 404, "text/plain", "");
    const char *expected = "Bearer 0123456789abcdef";
    const char *credentials = evhttp_find_header(evhttp_request_get_input_headers(request), "Authorization");
    if (!credentials || strlen(credentials) != strlen(expected) ||
        CRYPTO_memcmp(credentials, expected, strlen(expected)) != 0)
        return answer(request, 401, "text/plain", "");
    char body[160];
    snprintf(body, sizeof body, "{\"number\":%ld,\"status\":\"captured\",\"amount\":\"12.50\",\"currency\":\"EUR\"}",
             strtol(path + 10, NULL, 10));
    answer(request, 200, "application/json", body);
}

static struct bufferevent *secure(struct event_base *base, void *context) {
    return bufferevent_openssl_socket_new(base, -1, SSL_new(context), BUFFEREVENT_SSL_ACCEPTING,
                                          BEV_OPT_CLOSE_ON_FREE);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    struct event_base *base = event_base_new();
    struct evhttp *server = evhttp_new(base);
    evhttp_set_gencb(server, respond, NULL);
    if (count == 3) {
        SSL_CTX *context = SSL_CTX_new(TLS_server_method());
        if (SSL_CTX_use_certificate_file(context, arguments[1], SSL_FILETYPE_PEM) != 1 ||
            SSL_CTX_use_PrivateKey_file(context, arguments[2], SSL_FILETYPE_PEM) != 1)
            return 1;
        evhttp_set_bevcb(server, secure, context);
    }
    struct evhttp_bound_socket *bound = evhttp_bind_socket_with_handle(server, "127.0.0.1", 0);
    if (!bound) return 1;
    int socket = evhttp_bound_socket_get_fd(bound), on = 1;
    // Without it, an answer over TLS waits 40 ms.
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    getsockname(socket, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return event_base_dispatch(base);
}
