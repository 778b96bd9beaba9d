#ifndef QUINCE_CLIBXML2_SHIM_H
#define QUINCE_CLIBXML2_SHIM_H

// With ICU, libxml2's headers include Debian's, which are not those in Swift's Foundation: no module can use both.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>

#endif
