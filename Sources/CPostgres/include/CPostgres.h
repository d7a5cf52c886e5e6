// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// libpq, which is loaded when it is first needed: only a queue in PostgreSQL needs it. Each function has a wrapper of its name with the
// prefix `reviewbot_`, without the parameters for binary values, which are not used.

#ifndef REVIEWBOT_CPOSTGRES_H
#define REVIEWBOT_CPOSTGRES_H

// Debian's folder. Without the header this module is empty: the trait PostgreSQL is off then.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>

/// The functions that are used: `row(NAME)` for each `PQNAME`.
#define REVIEWBOT_POSTGRES_FUNCTIONS(row) \
  row(backendPID) \
  row(clear) \
  row(cmdStatus) \
  row(cmdTuples) \
  row(conndefaults) \
  row(connectdbParams) \
  row(conninfoFree) \
  row(conninfoParse) \
  row(consumeInput) \
  row(errorMessage) \
  row(exec) \
  row(execParams) \
  row(execPrepared) \
  row(finish) \
  row(fname) \
  row(freemem) \
  row(getisnull) \
  row(getvalue) \
  row(notifies) \
  row(ntuples) \
  row(prepare) \
  row(resultErrorField) \
  row(resultErrorMessage) \
  row(resultStatus) \
  row(serverVersion) \
  row(setNoticeReceiver) \
  row(socket) \
  row(status) \
  row(transactionStatus)

#define REVIEWBOT_POSTGRES_MEMBER(name) __typeof__(&PQ##name) name;
/// The addresses of the functions.
struct reviewbot_postgres_functions { REVIEWBOT_POSTGRES_FUNCTIONS(REVIEWBOT_POSTGRES_MEMBER) };
#undef REVIEWBOT_POSTGRES_MEMBER
extern const struct reviewbot_postgres_functions *const reviewbot_postgres;

/// Loads the library. No wrapper may be called before this returned 0, and two threads must not call it at the same time.
///
/// Returns 0, or -1 with the dynamic linker's reason.
int reviewbot_postgres_load(const char *library, char *reason, size_t reason_length);

static inline PGconn *reviewbot_PQconnectdbParams(const char *const *keywords, const char *const *values, int expand) {
  return reviewbot_postgres->connectdbParams(keywords, values, expand);
}
static inline void reviewbot_PQfinish(PGconn *connection) { reviewbot_postgres->finish(connection); }
static inline ConnStatusType reviewbot_PQstatus(const PGconn *connection) { return reviewbot_postgres->status(connection); }
static inline PGTransactionStatusType reviewbot_PQtransactionStatus(const PGconn *connection) {
  return reviewbot_postgres->transactionStatus(connection);
}
static inline int reviewbot_PQserverVersion(const PGconn *connection) { return reviewbot_postgres->serverVersion(connection); }
static inline char *reviewbot_PQerrorMessage(const PGconn *connection) { return reviewbot_postgres->errorMessage(connection); }
static inline int reviewbot_PQsocket(const PGconn *connection) { return reviewbot_postgres->socket(connection); }
static inline int reviewbot_PQbackendPID(const PGconn *connection) { return reviewbot_postgres->backendPID(connection); }
static inline PQnoticeReceiver reviewbot_PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver, void *context) {
  return reviewbot_postgres->setNoticeReceiver(connection, receiver, context);
}
static inline int reviewbot_PQconsumeInput(PGconn *connection) { return reviewbot_postgres->consumeInput(connection); }
static inline PGnotify *reviewbot_PQnotifies(PGconn *connection) { return reviewbot_postgres->notifies(connection); }
static inline PGresult *reviewbot_PQexec(PGconn *connection, const char *sql) { return reviewbot_postgres->exec(connection, sql); }
static inline PGresult *reviewbot_PQexecParams(PGconn *connection, const char *sql, int count, const char *const *values) {
  return reviewbot_postgres->execParams(connection, sql, count, NULL, values, NULL, NULL, 0);
}
static inline PGresult *reviewbot_PQexecPrepared(PGconn *connection, const char *name, int count, const char *const *values) {
  return reviewbot_postgres->execPrepared(connection, name, count, values, NULL, NULL, 0);
}
static inline PGresult *reviewbot_PQprepare(PGconn *connection, const char *name, const char *sql) {
  return reviewbot_postgres->prepare(connection, name, sql, 0, NULL);
}
static inline ExecStatusType reviewbot_PQresultStatus(const PGresult *result) { return reviewbot_postgres->resultStatus(result); }
static inline char *reviewbot_PQresultErrorMessage(const PGresult *result) {
  return reviewbot_postgres->resultErrorMessage(result);
}
static inline char *reviewbot_PQresultErrorField(const PGresult *result, int field) {
  return reviewbot_postgres->resultErrorField(result, field);
}
static inline void reviewbot_PQclear(PGresult *result) { reviewbot_postgres->clear(result); }
static inline int reviewbot_PQntuples(const PGresult *result) { return reviewbot_postgres->ntuples(result); }
static inline char *reviewbot_PQfname(const PGresult *result, int column) { return reviewbot_postgres->fname(result, column); }
static inline int reviewbot_PQgetisnull(const PGresult *result, int row, int column) {
  return reviewbot_postgres->getisnull(result, row, column);
}
static inline char *reviewbot_PQgetvalue(const PGresult *result, int row, int column) {
  return reviewbot_postgres->getvalue(result, row, column);
}
static inline char *reviewbot_PQcmdStatus(PGresult *result) { return reviewbot_postgres->cmdStatus(result); }
static inline char *reviewbot_PQcmdTuples(PGresult *result) { return reviewbot_postgres->cmdTuples(result); }
static inline PQconninfoOption *reviewbot_PQconndefaults(void) { return reviewbot_postgres->conndefaults(); }
static inline PQconninfoOption *reviewbot_PQconninfoParse(const char *text, char **message) {
  return reviewbot_postgres->conninfoParse(text, message);
}
static inline void reviewbot_PQconninfoFree(PQconninfoOption *options) { reviewbot_postgres->conninfoFree(options); }
static inline void reviewbot_PQfreemem(void *pointer) { reviewbot_postgres->freemem(pointer); }

#endif
#endif
