#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
#define FUNCTION(result, name, parameters, arguments) result(*name) parameters;
#include "functions.h"
#undef FUNCTION
} library;

static int is_loaded;

static void load(void) {
    void *file = dlopen(QUINCE_PQ_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
#define FUNCTION(result, name, parameters, arguments)                                                        \
    if (!(*(void **)&library.name = dlsym(file, #name))) return;
#include "functions.h"
#undef FUNCTION
    is_loaded = 1;
}

int quince_pq_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return is_loaded;
}

// Hidden, so that libpq's own calls reach its own functions and not these.
#define FUNCTION(result, name, parameters, arguments)                                                        \
    __attribute__((visibility("hidden"))) result name parameters { return library.name arguments; }
#include "functions.h"
#undef FUNCTION
