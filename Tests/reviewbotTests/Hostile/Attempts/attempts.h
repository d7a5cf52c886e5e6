// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include "outside.h"

/// Where an attempt works that nothing is in the way of, so that a refusal means something.
enum outside {
  /// Not tried there: it would change the machine, or depends on what only a sandbox has.
  never,
  /// Depends on how the kernel was built and set.
  maybe,
  as_root,
  always,
};

/// An attempt that must fail for code under review. The tests read the names and the last fields from these lines.
struct attempt {
  const char *name;
  /// 1 when it got what it wanted, 0 when it was refused.
  int (*works)(void);
  enum outside outside;
};

/// A system call with arguments that are wrong, so that it changes nothing where the kernel looks at them.
struct call {
  const char *name;
  long number;
  long arguments[6];
  enum outside outside;
};

extern const struct attempt kernel_attempts[], file_attempts[], id_attempts[], network_attempts[], process_attempts[];
extern const struct call calls[];

/// Makes all attempts, each in a process of its own, and writes into the file a line for each that worked and one with the count.
void make_attempts(const char *place, const char *file);

/// Whether the file can be opened with these flags, which neither make nor change it.
int opens(const char *path, int flags);

/// What the file holds, up to the size, with a NUL at its end. -1 when it cannot be read.
long contents(const char *path, char *bytes, long size);

#endif
