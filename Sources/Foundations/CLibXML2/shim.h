#ifndef QUINCE_CLIBXML2_SHIM_H
#define QUINCE_CLIBXML2_SHIM_H

#include <libxml/xmlreader.h>

#endif
