// The functions of libpq's that are used: the result, the name, the parameters, and the arguments to pass on.

FUNCTION(void, PQclear, (PGresult *result), (result))
FUNCTION(char *, PQcmdStatus, (PGresult *result), (result))
FUNCTION(char *, PQcmdTuples, (PGresult *result), (result))
FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection))
FUNCTION(PGconn *, PQconnectStartParams, (const char *const *keys, const char *const *values, int expands),
         (keys, values, expands))
FUNCTION(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection))
FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options))
FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message))
FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection))
FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection))
FUNCTION(void, PQfinish, (PGconn *connection), (connection))
FUNCTION(int, PQflush, (PGconn *connection), (connection))
FUNCTION(char *, PQfname, (const PGresult *result, int column), (result, column))
FUNCTION(Oid, PQftype, (const PGresult *result, int column), (result, column))
FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection))
FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))
FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))
FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))
FUNCTION(int, PQisBusy, (PGconn *connection), (connection))
FUNCTION(int, PQnfields, (const PGresult *result), (result))
FUNCTION(int, PQntuples, (const PGresult *result), (result))
FUNCTION(char *, PQresultErrorField, (const PGresult *result, int code), (result, code))
FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result))
FUNCTION(int, PQsendPrepare,
         (PGconn *connection, const char *name, const char *text, int count, const Oid *types),
         (connection, name, text, count, types))
FUNCTION(int, PQsendQuery, (PGconn *connection, const char *text), (connection, text))
FUNCTION(int, PQsendQueryParams,
         (PGconn *connection, const char *text, int count, const Oid *types, const char *const *values,
          const int *lengths, const int *formats, int format),
         (connection, text, count, types, values, lengths, formats, format))
FUNCTION(int, PQsendQueryPrepared,
         (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
          const int *formats, int format),
         (connection, name, count, values, lengths, formats, format))
FUNCTION(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), (connection, verbosity))
FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context),
         (connection, receiver, context))
FUNCTION(int, PQsetnonblocking, (PGconn *connection, int isNonblocking), (connection, isNonblocking))
FUNCTION(int, PQsocket, (const PGconn *connection), (connection))
FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection))
FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))
