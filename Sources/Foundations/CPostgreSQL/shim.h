#ifndef QUINCE_CPOSTGRESQL_SHIM_H
#define QUINCE_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

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

#endif
