// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#include "CLinux.h"

#include <dlfcn.h>
#include <stdio.h>

static int describe(char *reason, size_t length) {
  const char *text = dlerror();
  snprintf(reason, length, "%s", text != NULL ? text : "unknown reason");
  return -1;
}

int reviewbot_load_functions(
    const char *library, const char *const names[], void *addresses[], size_t count, char *reason, size_t reason_length) {
  // Its symbols stay its own: the program contains other versions of some libraries that it depends on.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return describe(reason, reason_length);
  // The addresses change only if all are known, so that a table never has a part of them.
  for (size_t i = 0; i < count; i++) {
    if (dlsym(handle, names[i]) != NULL) continue;
    describe(reason, reason_length);
    dlclose(handle);
    return -1;
  }
  for (size_t i = 0; i < count; i++) addresses[i] = dlsym(handle, names[i]);
  return 0;
}
