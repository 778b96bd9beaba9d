#ifndef QUINCE_CLIBZIP_SHIM_H
#define QUINCE_CLIBZIP_SHIM_H

#include <zip.h>

#endif
