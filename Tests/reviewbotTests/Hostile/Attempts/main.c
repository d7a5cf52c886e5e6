// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#include "attempts.h"

int main(int count, char **arguments) {
  if (count != 3) return 2;
  make_attempts(arguments[1], arguments[2]);
  return 0;
}
