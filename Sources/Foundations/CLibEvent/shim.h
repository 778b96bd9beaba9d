#ifndef QUINCE_CLIBEVENT_SHIM_H
#define QUINCE_CLIBEVENT_SHIM_H

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/util.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// A base that one thread uses; other threads only write to its eventfd.
static inline struct event_base *quince_base_new(void) {
    struct event_config *config = event_config_new();
    if (!config) return NULL;
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_IGNORE_ENV |
                                      EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

// How many processors this process may use.
static inline int quince_processors(void) {
    unsigned long words[128] = {0};
    int count = 0;
    // <sched.h> declares it only for _GNU_SOURCE.
    if (syscall(SYS_sched_getaffinity, 0, sizeof words, words) < 0) return 1;
    for (size_t word = 0; word < sizeof words / sizeof *words; word += 1) {
        count += __builtin_popcountl(words[word]);
    }
    return count;
}

// A descriptor, or the system's error number as a negative number.
static inline int quince_eventfd(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}
static inline void quince_eventfd_signal(int descriptor) {
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {}
}
static inline void quince_eventfd_clear(int descriptor) {
    uint64_t count;
    while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {}
}

static inline struct event *quince_event_new(struct event_base *base, int descriptor,
                                             event_callback_fn callback, void *context,
                                             long microseconds) {
    struct timeval interval = {microseconds / 1000000, microseconds % 1000000};
    short kinds = descriptor < 0 ? EV_PERSIST : EV_READ | EV_PERSIST;
    struct event *event = event_new(base, descriptor, kinds, callback, context);
    if (event && event_add(event, microseconds > 0 ? &interval : NULL) != 0) {
        event_free(event);
        return NULL;
    }
    return event;
}

// Writing to a connection that the peer closed must be an error and not end the process.
static inline void quince_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

// Raises the soft limit of open files towards a number, as far as the hard limit permits. Returns the limit.
static inline unsigned long quince_raise_open_files(unsigned long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    rlim_t soft = limit.rlim_cur;
    if (soft == RLIM_INFINITY || soft >= wanted) return wanted;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : soft;
}

// Has blocks of 128 KiB and more given back to the system when they are freed. Without this, glibc keeps such
// blocks among small ones after the first was freed, and gives them back by madvise(2) only, which fails where
// memory is locked with mlockall(2).
static inline void quince_return_large_blocks(void) { (void)mallopt(M_MMAP_THRESHOLD, 128 * 1024); }

// A listening socket, or the system's error number as a negative number; -EINVAL for text that is not
// an address.
static inline int quince_listen(const char *host, uint16_t port, int shares_port) {
    struct sockaddr_storage storage;
    int length, on = 1;
    memset(&storage, 0, sizeof storage);
    if (evutil_inet_pton(AF_INET, host, &((struct sockaddr_in *)&storage)->sin_addr) == 1) {
        storage.ss_family = AF_INET;
        ((struct sockaddr_in *)&storage)->sin_port = htons(port);
        length = sizeof(struct sockaddr_in);
    } else if (evutil_inet_pton(AF_INET6, host, &((struct sockaddr_in6 *)&storage)->sin6_addr) == 1) {
        storage.ss_family = AF_INET6;
        ((struct sockaddr_in6 *)&storage)->sin6_port = htons(port);
        length = sizeof(struct sockaddr_in6);
    } else {
        return -EINVAL;
    }
    int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    // Accepted sockets inherit TCP_NODELAY. IPv6 addresses do not take IPv4 clients.
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
        (storage.ss_family == AF_INET6 &&
         setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) != 0) ||
        (shares_port && setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) != 0) ||
        bind(descriptor, (struct sockaddr *)&storage, (socklen_t)length) != 0 ||
        listen(descriptor, 4096) != 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

static inline uint16_t quince_port_of(const struct sockaddr *address) {
    if (address->sa_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return ntohs(((const struct sockaddr_in *)address)->sin_port);
}
static inline uint16_t quince_bound_port(int descriptor) {
    struct sockaddr_storage storage;
    socklen_t length = sizeof storage;
    if (getsockname(descriptor, (struct sockaddr *)&storage, &length) != 0) return 0;
    return quince_port_of((struct sockaddr *)&storage);
}
static inline int quince_host_of(const struct sockaddr *address, char *text, size_t size) {
    const void *bytes = address->sa_family == AF_INET6
                            ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
                            : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
    return evutil_inet_ntop(address->sa_family, bytes, text, size) != NULL;
}

static inline struct evconnlistener *quince_listener_new(struct event_base *base, int descriptor,
                                                         evconnlistener_cb accepted, void *context) {
    return evconnlistener_new(base, accepted, context, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0,
                              descriptor);
}

// Takes the descriptor, and the SSL where there is one.
static inline struct bufferevent *quince_connection_new(struct event_base *base, int descriptor, SSL *ssl) {
    if (!ssl) return bufferevent_socket_new(base, descriptor, BEV_OPT_CLOSE_ON_FREE);
    struct bufferevent *connection = bufferevent_openssl_socket_new(
        base, descriptor, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
    if (connection) bufferevent_openssl_set_allow_dirty_shutdown(connection, 1);
    return connection;
}

// Encrypts and sends a short message, or nothing. libevent would wait for the socket to be writable first, which
// costs a turn of the loop and two changes of what it waits for. Where the socket takes only a part, OpenSSL keeps
// the rest, and the same bytes must be the next that it is given; libevent has set that they may be at another place.
static inline size_t quince_tls_send(SSL *ssl, const void *bytes, size_t count) {
    enum { LONGEST = 4096 };
    size_t sent = 0;
    if (count > LONGEST || !SSL_is_init_finished(ssl)) return 0;
    ERR_clear_error();
    if (SSL_write_ex(ssl, bytes, count, &sent) == 1) return sent;
    // What is wrong is found again by libevent, which tells.
    ERR_clear_error();
    return 0;
}

// Writes at once what the system takes, without waiting for the next turn of the loop, and buffers the rest.
static inline void quince_connection_write(struct bufferevent *connection, const void *bytes, size_t count) {
    if (evbuffer_get_length(bufferevent_get_output(connection)) == 0) {
        SSL *ssl = bufferevent_openssl_get_ssl(connection);
        ssize_t sent = ssl ? (ssize_t)quince_tls_send(ssl, bytes, count)
                           : send(bufferevent_getfd(connection), bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes = (const char *)bytes + sent;
            count -= (size_t)sent;
        }
    }
    if (count > 0) (void)bufferevent_write(connection, bytes, count);
}

static inline size_t quince_connection_unsent(struct bufferevent *connection) {
    return evbuffer_get_length(bufferevent_get_output(connection));
}

// Reads what has come, at most so many bytes. OpenSSL reads ahead, and libevent does not look for the records that it
// then has: they are read here once libevent's buffer is empty.
static inline size_t quince_connection_read(struct bufferevent *connection, void *bytes, size_t count) {
    size_t read = bufferevent_read(connection, bytes, count);
    SSL *ssl = bufferevent_openssl_get_ssl(connection);
    if (read > 0 || !ssl || !SSL_has_pending(ssl) || !SSL_is_init_finished(ssl)) return read;
    ERR_clear_error();
    if (SSL_read_ex(ssl, bytes, count, &read) == 1) return read;
    int error = SSL_get_error(ssl, 0);
    ERR_clear_error();
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) {
        short end = error == SSL_ERROR_ZERO_RETURN ? BEV_EVENT_EOF : BEV_EVENT_ERROR;
        bufferevent_trigger_event(connection, BEV_EVENT_READING | end, BEV_OPT_DEFER_CALLBACKS);
    }
    return 0;
}
// At most how many bytes can be read now.
static inline size_t quince_connection_unread(struct bufferevent *connection) {
    size_t count = evbuffer_get_length(bufferevent_get_input(connection));
    SSL *ssl = bufferevent_openssl_get_ssl(connection);
    return count == 0 && ssl && SSL_has_pending(ssl) ? SSL3_RT_MAX_PLAIN_LENGTH : count;
}

// Whether bytes have come that libevent, or its user, has not read.
static inline int quince_connection_has_bytes(struct bufferevent *connection) {
    char byte;
    return evbuffer_get_length(bufferevent_get_input(connection)) > 0 ||
           recv(bufferevent_getfd(connection), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// Tells the peer that no more bytes come.
static inline void quince_connection_finish(struct bufferevent *connection) {
    SSL *ssl = bufferevent_openssl_get_ssl(connection);
    if (ssl) {
        SSL_set_quiet_shutdown(ssl, 0);
        (void)SSL_shutdown(ssl);
        ERR_clear_error();
    }
    (void)shutdown(bufferevent_getfd(connection), SHUT_WR);
}

// TLS. One protocol is spoken over it.
static inline int quince_select_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *length,
                                         const unsigned char *offered, unsigned int count, void *context) {
    static const unsigned char ours[] = "\x08http/1.1";
    (void)ssl; (void)context;
    int found = SSL_select_next_proto((unsigned char **)chosen, length, ours, sizeof ours - 1, offered, count);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Sessions are not resumed, so that each connection shows its client's whole chain.
static inline SSL_CTX *quince_tls_new(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_alpn_select_cb(context, quince_select_protocol, NULL);
    return context;
}

// A client that names no server is refused, with the alert for a missing extension.
static inline int quince_require_name(SSL *ssl, int *alert, void *context) {
    (void)context;
    if (SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)) return SSL_TLSEXT_ERR_OK;
    *alert = SSL_AD_MISSING_EXTENSION;
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}
static inline void quince_tls_require_name(SSL_CTX *context) {
    SSL_CTX_set_tlsext_servername_callback(context, quince_require_name);
}

static inline int quince_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer; (void)size; (void)writing; (void)context;
    return -1;
}

static inline X509 *quince_x509(const unsigned char *der, long length) { return d2i_X509(NULL, &der, length); }

static inline int quince_tls_add_certificate(SSL_CTX *context, const unsigned char *der, long length,
                                             int is_leaf) {
    X509 *certificate = quince_x509(der, length);
    if (!certificate) return 0;
    long done = is_leaf ? SSL_CTX_use_certificate(context, certificate)
                        : SSL_CTX_add1_chain_cert(context, certificate);
    X509_free(certificate);
    return done == 1;
}

static inline int quince_tls_use_key(SSL_CTX *context, const void *pem, int length) {
    BIO *bio = BIO_new_mem_buf(pem, length);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, quince_no_password, NULL) : NULL;
    int done = key && SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    BIO_free(bio);
    return done;
}

static inline int quince_tls_trust(SSL_CTX *context, const unsigned char *der, long length) {
    X509 *certificate = quince_x509(der, length);
    int done = certificate && X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate) == 1 &&
               SSL_CTX_add_client_CA(context, certificate) == 1;
    X509_free(certificate);
    return done;
}

static inline int quince_accept_any(int valid, X509_STORE_CTX *context) {
    (void)valid; (void)context;
    return 1;
}
static inline void quince_tls_verify(SSL_CTX *context, int is_required, int is_checked) {
    int mode = SSL_VERIFY_PEER | (is_required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0);
    SSL_CTX_set_verify(context, mode, is_checked ? NULL : quince_accept_any);
    SSL_CTX_set_verify_depth(context, 8);
}

static inline SSL *quince_tls_connection(SSL_CTX *context, long long seconds) {
    SSL *ssl = SSL_new(context);
    if (ssl) X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl), (time_t)seconds);
    return ssl;
}

// The DER of the client's leaf (0) or of the certificate at a place in its chain; 0 where there is none.
// The caller frees it with quince_free.
static inline int quince_client_certificate(struct bufferevent *connection, int place, unsigned char **der) {
    SSL *ssl = bufferevent_openssl_get_ssl(connection);
    if (!ssl) return 0;
    STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    X509 *certificate = place == 0 ? SSL_get0_peer_certificate(ssl)
                        : chain && place <= sk_X509_num(chain) ? sk_X509_value(chain, place - 1) : NULL;
    *der = NULL;
    return certificate ? i2d_X509(certificate, der) : 0;
}
static inline void quince_free(void *pointer) { OPENSSL_free(pointer); }

#endif
