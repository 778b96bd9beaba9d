#pragma once
#include <stddef.h>

/// A file of Web that is part of the program.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} page_file;

/// The file at an index; one without a name after the last.
page_file page_file_at(size_t index);
