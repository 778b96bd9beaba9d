// Preloaded into a program, records under which locks SQLite copies its write-ahead logs.
//
// In the file that CHECKPOINT_LOG names it writes a line for each checkpoint: "under the write lock" or "beside a writer",
// and the file of the locks. A checkpoint is held for CHECKPOINT_MILLISECONDS once it has its lock, so that others meet it.
//
// SQLite locks bytes of the -shm file with fcntl: 120 to write, 121 to copy the log into the database.
// Source: SQLite, "WAL-mode File Format", section 2.3.1. A database that is closed last is copied under an exclusive lock
// of the whole, without these two.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WRITE_LOCK = 120, CHECKPOINT_LOCK = 121, FILES = 64 };

// What this process has of each file. A process has one set of locks of a file, whichever descriptor it used.
static struct held {
    char path[512];
    int writes, copies, is_told;
} files[FILES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct held *of_file(int descriptor) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 4 || strncmp(path + length - 4, "-shm", 4) != 0) return NULL;
    path[length] = 0;
    for (int index = 0; index < FILES; index++) {
        if (!files[index].path[0]) memcpy(files[index].path, path, sizeof path);
        if (strcmp(files[index].path, path) == 0) return &files[index];
    }
    abort();
}

static void tell(const char *found, const char *path) {
    const char *log = getenv("CHECKPOINT_LOG");
    int descriptor = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (descriptor < 0) return;
    dprintf(descriptor, "%s: %s\n", found, path);
    close(descriptor);
}

static void note(int descriptor, const struct flock *lock) {
    int is_taken = lock->l_type == F_WRLCK, begins = 0;
    pthread_mutex_lock(&mutex);
    struct held *file = of_file(descriptor);
    if (file) {
        if (lock->l_start <= WRITE_LOCK && WRITE_LOCK < lock->l_start + lock->l_len) {
            if (!is_taken && file->copies && !file->is_told) {
                file->is_told = 1;
                tell("beside a writer", file->path);
            }
            file->writes = is_taken;
        }
        // A recovery takes more than this byte, under the write lock.
        if (lock->l_start == CHECKPOINT_LOCK && lock->l_len == 1) {
            begins = is_taken && !file->copies;
            if (begins && !file->writes) tell("beside a writer", file->path);
            if (!is_taken && file->copies && !file->is_told && file->writes) tell("under the write lock", file->path);
            file->copies = is_taken;
            file->is_told = begins && !file->writes;
        }
    }
    pthread_mutex_unlock(&mutex);
    const char *text = begins ? getenv("CHECKPOINT_MILLISECONDS") : NULL;
    struct timespec pause = {0, text ? atol(text) * 1000000 : 0};
    if (text) nanosleep(&pause, NULL);
}

static int call(const char *name, int descriptor, int command, void *argument) {
    int (*system)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
    int result = system(descriptor, command, argument);
    if (result == 0 && command == F_SETLK) note(descriptor, argument);
    return result;
}

#define INTERPOSE(name)                                   \
    int name(int descriptor, int command, ...) {          \
        va_list list;                                     \
        va_start(list, command);                          \
        void *argument = va_arg(list, void *);            \
        va_end(list);                                     \
        return call(#name, descriptor, command, argument); \
    }
INTERPOSE(fcntl)
INTERPOSE(fcntl64)
