#ifndef QUINCE_CQRENCODE_SHIM_H
#define QUINCE_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
