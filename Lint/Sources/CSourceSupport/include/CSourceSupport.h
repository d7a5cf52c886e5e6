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

/// A SHA-256 of bytes that are added in parts (FIPS 180-4).
struct reviewbot_sha256 {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
  /// Whether it uses the SHA instructions of the processor; only tests clear it.
  int uses_instructions;
};

/// Begins a digest.
void reviewbot_sha256_begin(struct reviewbot_sha256 *digest);

/// Adds bytes.
void reviewbot_sha256_add(struct reviewbot_sha256 *digest, const void *bytes, size_t count);

/// Ends the digest, and stores its 32 bytes.
void reviewbot_sha256_end(struct reviewbot_sha256 *digest, uint8_t result[32]);

#endif
