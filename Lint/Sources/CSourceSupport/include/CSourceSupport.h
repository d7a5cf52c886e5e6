// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Calls of the system that have no common name in Swift, with one implementation for each system.

#ifndef REVIEWBOT_CSOURCESUPPORT_H
#define REVIEWBOT_CSOURCESUPPORT_H

#include <stddef.h>
#include <stdint.h>

/// Finds the first occurrence of a word in text, or returns NULL (memmem).
const void *reviewbot_find_bytes(const void *text, size_t count, const void *word, size_t word_count);

/// A thread, as its process's other threads see it: a thread id and a clock on Linux, a port on Darwin.
struct reviewbot_thread {
  int64_t number;
  int64_t clock;
};

/// Returns the calling thread.
struct reviewbot_thread reviewbot_current_thread(void);

/// Returns the processor time that a thread has used, in nanoseconds; 0 if it is not known.
uint64_t reviewbot_processor_time(struct reviewbot_thread thread);

/// Gives a thread the lowest priority. Returns 0 or a negative number.
int reviewbot_let_thread_stand_back(struct reviewbot_thread thread);

#endif
