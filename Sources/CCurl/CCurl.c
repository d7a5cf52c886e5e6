// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#include "CCurl.h"
#include "CLinux.h"

static struct reviewbot_curl_functions functions;
const struct reviewbot_curl_functions *const reviewbot_curl = &functions;

int reviewbot_curl_load(const char *library, char *reason, size_t reason_length) {
#define NAME(name) "curl_" #name,
  static const char *const names[] = {REVIEWBOT_CURL_FUNCTIONS(NAME)};
#undef NAME
  return reviewbot_load_functions(library, names, (void **)&functions, sizeof(names) / sizeof(names[0]), reason, reason_length);
}
