// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// The Secure Hash Standard, FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.

#include "CSourceSupport.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void store(uint8_t *bytes, uint32_t word) {
  for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(word >> (24 - 8 * index));
}

static void compress(uint32_t state[8], const uint8_t *block) {
  uint32_t words[64];
  for (int t = 0; t < 16; t++) words[t] = word(block + 4 * t);
  for (int t = 16; t < 64; t++) {
    uint32_t low = rotate(words[t - 15], 7) ^ rotate(words[t - 15], 18) ^ words[t - 15] >> 3;
    uint32_t high = rotate(words[t - 2], 17) ^ rotate(words[t - 2], 19) ^ words[t - 2] >> 10;
    words[t] = words[t - 16] + low + words[t - 7] + high;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int t = 0; t < 64; t++) {
    uint32_t first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[t] + words[t];
    uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (int index = 0; index < 8; index++) state[index] += added[index];
}

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

// The same with the instructions of the processor, four words at a time: a report of 300,000 findings has as many digests.
__attribute__((target("sha,sse4.1"))) static void compress_with_instructions(uint32_t state[8], const uint8_t *block) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i words[16];
  for (int t = 0; t < 4; t++) {
    words[t] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * t)), big_endian);
  }
  for (int t = 4; t < 16; t++) {
    __m128i sum = _mm_sha256msg1_epu32(words[t - 4], words[t - 3]);
    sum = _mm_add_epi32(sum, _mm_alignr_epi8(words[t - 1], words[t - 2], 4));
    words[t] = _mm_sha256msg2_epu32(sum, words[t - 1]);
  }
  // The instructions take the state as a, b, e, f and c, d, g, h.
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  const __m128i abef = _mm_alignr_epi8(abcd, efgh, 8), cdgh = _mm_blend_epi16(efgh, abcd, 0xf0);
  __m128i first = abef, second = cdgh;
  for (int t = 0; t < 16; t++) {
    __m128i added = _mm_add_epi32(words[t], _mm_loadu_si128((const __m128i *)(constants + 4 * t)));
    second = _mm_sha256rnds2_epu32(second, first, added);
    first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(added, 0x0e));
  }
  first = _mm_shuffle_epi32(_mm_add_epi32(first, abef), 0x1b);
  second = _mm_shuffle_epi32(_mm_add_epi32(second, cdgh), 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(first, second, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(second, first, 8));
}

// SHA, and SSE 4.1 with SSSE3.
static int has_instructions(void) {
  static int known = -1;
  int result = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (result >= 0) return result;
  unsigned a, b, c, d, extended = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) extended = b;
  result = __get_cpuid(1, &a, &b, &c, &d) && (c >> 9 & 1) && (c >> 19 & 1) && (extended >> 29 & 1);
  __atomic_store_n(&known, result, __ATOMIC_RELAXED);
  return result;
}
#else
static int has_instructions(void) { return 0; }
#define compress_with_instructions compress
#endif

static void add_block(struct reviewbot_sha256 *digest, const uint8_t *block) {
  if (digest->uses_instructions) {
    compress_with_instructions(digest->state, block);
  } else {
    compress(digest->state, block);
  }
}

void reviewbot_sha256_begin(struct reviewbot_sha256 *digest) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(digest->state, initial, sizeof(initial));
  digest->length = 0;
  digest->uses_instructions = has_instructions();
}

void reviewbot_sha256_add(struct reviewbot_sha256 *digest, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  size_t filled = digest->length % 64;
  digest->length += count;
  if (filled > 0) {
    size_t part = count < 64 - filled ? count : 64 - filled;
    if (part > 0) memcpy(digest->block + filled, next, part);
    if (filled + part < 64) return;
    add_block(digest, digest->block);
    next += part;
    count -= part;
  }
  for (; count >= 64; next += 64, count -= 64) add_block(digest, next);
  if (count > 0) memcpy(digest->block, next, count);
}

void reviewbot_sha256_end(struct reviewbot_sha256 *digest, uint8_t result[32]) {
  uint64_t bits = digest->length * 8;
  static const uint8_t padding[64] = {0x80};
  size_t filled = digest->length % 64;
  reviewbot_sha256_add(digest, padding, filled < 56 ? 56 - filled : 120 - filled);
  uint8_t length[8];
  store(length, (uint32_t)(bits >> 32));
  store(length + 4, (uint32_t)bits);
  reviewbot_sha256_add(digest, length, sizeof(length));
  for (int index = 0; index < 8; index++) store(result + 4 * index, digest->state[index]);
}
