// prctl(2) is variadic, so Swift cannot call it.
#ifndef QUINCE_CPROCESS_H
#define QUINCE_CPROCESS_H

#include <sys/prctl.h>

static inline int quince_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

#endif
