#ifndef QUINCE_CGETOPT_SHIM_H
#define QUINCE_CGETOPT_SHIM_H

#include <getopt.h>

// getopt's state is global variables, which Swift 6 does not let one read.
static inline void quince_getopt_start(void) { optind = 0; opterr = 0; }
static inline int quince_getopt_index(void) { return optind; }
static inline int quince_getopt_offending(void) { return optopt; }
static inline const char *quince_getopt_argument(void) { return optarg; }

#endif
