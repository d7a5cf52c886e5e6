// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#include "CPostgres.h"
#include "CLinux.h"

#if __has_include(<postgresql/libpq-fe.h>)
static struct reviewbot_postgres_functions functions;
const struct reviewbot_postgres_functions *const reviewbot_postgres = &functions;

int reviewbot_postgres_load(const char *library, char *reason, size_t reason_length) {
#define NAME(name) "PQ" #name,
  static const char *const names[] = {REVIEWBOT_POSTGRES_FUNCTIONS(NAME)};
#undef NAME
  return reviewbot_load_functions(library, names, (void **)&functions, sizeof(names) / sizeof(names[0]), reason, reason_length);
}
#endif
