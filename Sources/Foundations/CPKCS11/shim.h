#ifndef QUINCE_CPKCS11_SHIM_H
#define QUINCE_CPKCS11_SHIM_H

// The header alone: no library of p11-kit's is linked or loaded. A module is loaded by its own path.
#include <p11-kit-1/p11-kit/pkcs11.h>

#endif
