#ifndef QUINCE_CEPOLL_SHIM_H
#define QUINCE_CEPOLL_SHIM_H

#include <stdint.h>
#include <sys/epoll.h>

// Linux's; <sys/socket.h> declares it only for _GNU_SOURCE.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);

static inline int quince_accept(int descriptor, int flags) {
    return accept4(descriptor, 0, 0, flags);
}

static inline int quince_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Edge-triggered: an event is reported once for each change.
static inline int quince_epoll_add(int poll, int descriptor, uint64_t number) {
    struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, {.u64 = number}};
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

#define QUINCE_EPOLL_BATCH 64

// Waits for events and writes the numbers of their descriptors, and whether each can be read
// (1) or written (2); an error counts as both.
static inline int quince_epoll_wait(int poll, uint64_t *numbers, uint8_t *readiness) {
    struct epoll_event events[QUINCE_EPOLL_BATCH];
    int count = epoll_wait(poll, events, QUINCE_EPOLL_BATCH, -1);
    for (int index = 0; index < count; index++) {
        uint32_t seen = events[index].events;
        int failed = (seen & (EPOLLERR | EPOLLHUP)) != 0;
        numbers[index] = events[index].data.u64;
        readiness[index] = (failed || (seen & (EPOLLIN | EPOLLRDHUP)) ? 1 : 0)
            | (failed || (seen & EPOLLOUT) ? 2 : 0);
    }
    return count;
}

#endif
