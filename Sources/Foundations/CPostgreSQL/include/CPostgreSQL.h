#pragma once

#include <postgresql/libpq-fe.h>

/// The file that is loaded, as Debian's package libpq5 names it.
#define QUINCE_PQ_FILE "libpq.so.5"

/// Loads libpq, once in a process; 0 where it cannot be loaded. Before this no other function of libpq's may be
/// called.
///
/// libpq is not linked: a program that uses no PostgreSQL starts without it and the thirty libraries that it needs,
/// and runs where it is not installed.
int quince_pq_load(void);

// One-character field codes are character constants, which import into Swift as numbers of
// another type than PQresultErrorField takes.
static inline const char *quince_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *quince_pq_severity(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}
static inline const char *quince_pq_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}
