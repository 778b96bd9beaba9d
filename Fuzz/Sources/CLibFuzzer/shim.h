#ifndef QUINCE_CLIBFUZZER_SHIM_H
#define QUINCE_CLIBFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Documented as libFuzzer's entry point for programs with a main of their own; it has no header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
