// index-uses STORE FOLDER…: prints each Swift file of the folders with each symbol that it uses, such as
//
//     Tests/FrameworksTests/ReexportTests.swift<TAB>s:7PassKit16PKPaymentRequestC
//
// from the compiler's index. A file uses what it names, implements or overrides; implicit uses do
// not count.

#include <indexstore/indexstore.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static indexstore_t store;
static char root[PATH_MAX];
static char **folders;

// The path of a file in the repository, if it is in one of the folders.
static const char *wanted(indexstore_string_ref_t path) {
    static char text[PATH_MAX];
    size_t root_length = strlen(root);
    if (path.length >= sizeof text || path.length <= root_length) return NULL;
    memcpy(text, path.data, path.length);
    text[path.length] = 0;
    if (strncmp(text, root, root_length) || text[root_length] != '/') return NULL;
    const char *inside = text + root_length + 1;
    for (char **folder = folders; *folder; folder++) {
        size_t length = strlen(*folder);
        if (!strncmp(inside, *folder, length) && inside[length] == '/') return inside;
    }
    return NULL;
}

static void print(const char *file, indexstore_symbol_t symbol) {
    indexstore_string_ref_t name = indexstore_symbol_get_usr(symbol);
    printf("%s\t%.*s\n", file, (int)name.length, name.data);
}

static bool print_overridden(void *file, indexstore_symbol_relation_t relation) {
    if (indexstore_symbol_relation_get_roles(relation) & INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF)
        print(file, indexstore_symbol_relation_get_symbol(relation));
    return true;
}

static bool print_use(void *file, indexstore_occurrence_t occurrence) {
    uint64_t roles = indexstore_occurrence_get_roles(occurrence);
    if (roles & INDEXSTORE_SYMBOL_ROLE_IMPLICIT) return true;
    if (roles & INDEXSTORE_SYMBOL_ROLE_REFERENCE)
        print(file, indexstore_occurrence_get_symbol(occurrence));
    indexstore_occurrence_relations_apply_f(occurrence, file, print_overridden);
    return true;
}

static bool read_record(void *file, indexstore_unit_dependency_t dependency) {
    if (indexstore_unit_dependency_get_kind(dependency) != INDEXSTORE_UNIT_DEPENDENCY_RECORD ||
        !wanted(indexstore_unit_dependency_get_filepath(dependency)))
        return true;
    char name[PATH_MAX];
    indexstore_string_ref_t record = indexstore_unit_dependency_get_name(dependency);
    snprintf(name, sizeof name, "%.*s", (int)record.length, record.data);
    indexstore_record_reader_t reader = indexstore_record_reader_create(store, name, NULL);
    if (!reader) {
        fprintf(stderr, "index-uses: %s has no record\n", (char *)file);
        exit(1);
    }
    indexstore_record_reader_occurrences_apply_f(reader, file, print_use);
    indexstore_record_reader_dispose(reader);
    return true;
}

// The store keeps entries of deleted files.
static bool is_there(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

static bool read_unit(void *count, indexstore_string_ref_t unit) {
    char name[PATH_MAX], file[PATH_MAX];
    snprintf(name, sizeof name, "%.*s", (int)unit.length, unit.data);
    indexstore_unit_reader_t reader = indexstore_unit_reader_create(store, name, NULL);
    if (!reader) return true;
    const char *path = wanted(indexstore_unit_reader_get_main_file(reader));
    if (path && is_there(path)) {
        snprintf(file, sizeof file, "%s", path);
        indexstore_unit_reader_dependencies_apply_f(reader, file, read_record);
        ++*(int *)count;
    }
    indexstore_unit_reader_dispose(reader);
    return true;
}

int main(int count, char **arguments) {
    int files = 0;
    if (count < 3 || !getcwd(root, sizeof root)) {
        fprintf(stderr, "usage: index-uses STORE FOLDER...\n");
        return 2;
    }
    folders = arguments + 2;
    store = indexstore_store_create(arguments[1], NULL);
    if (store) indexstore_store_units_apply_f(store, 0, &files, read_unit);
    if (files == 0) {
        fprintf(stderr, "index-uses: %s knows of no file in these folders\n", arguments[1]);
        return 1;
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
