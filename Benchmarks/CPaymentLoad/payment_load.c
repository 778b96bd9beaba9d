#define _GNU_SOURCE
#include "payment_load.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    int socket;
    size_t received;
    char answer[16384];
} connection;

struct payment_load {
    int epoll;
    size_t count;
    connection connections[];
};

static int opened(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int on = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
        connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    if (descriptor >= 0) close(descriptor);
    return -1;
}

payment_load *payment_load_new(const uint16_t *ports, size_t port_count, size_t connections_each) {
    size_t count = port_count * connections_each;
    payment_load *load = calloc(1, sizeof *load + count * sizeof *load->connections);
    if (!load) return NULL;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (; load->count < count; load->count += 1) {
        connection *connection = &load->connections[load->count];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        connection->socket = opened(ports[load->count % port_count]);
        if (connection->socket < 0) break;
        if (epoll_ctl(load->epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0) {
            close(connection->socket);
            break;
        }
    }
    if (load->count == count) return load;
    payment_load_free(load);
    return NULL;
}

void payment_load_free(payment_load *load) {
    for (size_t index = 0; index < load->count; index += 1) close(load->connections[index].socket);
    if (load->epoll >= 0) close(load->epoll);
    free(load);
}

static int asked(connection *connection, const uint8_t *bytes, const size_t *ends, size_t index) {
    size_t start = index > 0 ? ends[index - 1] : 0;
    size_t count = ends[index] - start;
    bytes += start;
    connection->received = 0;
    while (count > 0) {
        ssize_t sent = send(connection->socket, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) return 0;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 1;
}

// 1 once a whole answer of status 201 came, 0 where more is to come, -1 where the answer is another.
static int answered(connection *connection) {
    size_t free = sizeof connection->answer - 1 - connection->received;
    ssize_t count = recv(connection->socket, connection->answer + connection->received, free, MSG_DONTWAIT);
    if (count <= 0) return -1;
    connection->received += (size_t)count;
    connection->answer[connection->received] = 0;
    const char *end = strstr(connection->answer, "\r\n\r\n");
    if (!end) return connection->received < sizeof connection->answer - 1 ? 0 : -1;
    const char *length = strstr(connection->answer, "\r\nContent-Length: ");
    if (strncmp(connection->answer, "HTTP/1.1 201 ", 13) != 0 || !length || length > end) return -1;
    size_t whole = (size_t)(end + 4 - connection->answer) + strtoul(length + 18, NULL, 10);
    if (whole >= sizeof connection->answer || connection->received > whole) return -1;
    return connection->received == whole;
}

int payment_load_send(payment_load *load, const uint8_t *bytes, const size_t *ends, size_t count) {
    size_t next = 0, done = 0;
    for (; next < load->count && next < count; next += 1) {
        if (!asked(&load->connections[next], bytes, ends, next)) return 0;
    }
    while (done < count) {
        struct epoll_event events[64];
        int found = epoll_wait(load->epoll, events, 64, 60000);
        if (found <= 0) return 0;
        for (int index = 0; index < found; index += 1) {
            connection *connection = events[index].data.ptr;
            int state = answered(connection);
            if (state < 0) return 0;
            if (state == 0) continue;
            done += 1;
            if (next == count) continue;
            if (!asked(connection, bytes, ends, next)) return 0;
            next += 1;
        }
    }
    return 1;
}
