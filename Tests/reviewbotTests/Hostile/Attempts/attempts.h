// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include "outside.h"

/// When an attempt works without a sandbox, so that its refusal in the sandbox is significant.
enum outside {
  /// Not tried without a sandbox: it would change the machine, or depends on the environment in a sandbox.
  never,
  /// Depends on the configuration of the kernel.
  maybe,
  as_root,
  always,
};

/// An attempt that must fail for code under review. The tests read the names and the last fields from these lines.
struct attempt {
  const char *name;
  /// Returns 1 if the attempt succeeded, and 0 if it was refused.
  int (*works)(void);
  enum outside outside;
};

/// A system call with invalid arguments, so that it has no effect if the kernel processes them.
struct call {
  const char *name;
  long number;
  long arguments[6];
  enum outside outside;
};

extern const struct attempt kernel_attempts[], file_attempts[], id_attempts[], network_attempts[], process_attempts[],
    lock_attempts[];
extern const struct call calls[];

/// Makes all attempts, each in its own process, and writes a line for each successful one and a line with the count to the file.
void make_attempts(const char *place, const char *file);

/// Returns whether the file can be opened with these flags, which must neither create nor change it.
int opens(const char *path, int flags);

/// Reads the contents of the file, less than `size` bytes, and appends a NUL. Returns their length, or -1 if it cannot be opened.
long contents(const char *path, char *bytes, long size);

#endif
