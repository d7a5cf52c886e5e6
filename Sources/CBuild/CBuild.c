// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#include "CBuild.h"

// Packaging/program links other definitions, which replace weak ones.
__attribute__((weak)) const char *reviewbot_build_commit(void) { return ""; }
__attribute__((weak)) const char *reviewbot_build_linked(void) { return ""; }
