// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Functions of glibc that are newer than 2.34, so that the program also starts on Ubuntu 22.04 and RHEL 9. The linker replaces calls
// of a function NAME by calls of __wrap_NAME (--wrap).

#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>

// 2.35 has new versions of these, whose only difference is that they do not set errno of the SVID standard.
#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define OLDEST "GLIBC_2.17"
#else
#error "unknown architecture: add the oldest version of glibc's symbols"
#endif
__asm__(".symver old_hypot, hypot@" OLDEST);
__asm__(".symver old_hypotf, hypotf@" OLDEST);
double old_hypot(double x, double y);
float old_hypotf(float x, float y);
double __wrap_hypot(double x, double y) { return old_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return old_hypotf(x, y); }

// With the functions of 2.35, libgcc's unwinder finds the frames of an address.
struct search {
  uintptr_t address;
  struct dl_find_object *result;
};

static int examine(struct dl_phdr_info *object, size_t size, void *context) {
  struct search *search = context;
  uintptr_t start = 0, end = 0, frames = 0;
  (void)size;
  for (size_t i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    uintptr_t address = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME) frames = address;
    if (segment->p_type == PT_LOAD && search->address >= address && search->address < address + segment->p_memsz) {
      start = address;
      end = address + segment->p_memsz;
    }
  }
  if (start == end || frames == 0) return 0;
  search->result->dlfo_map_start = (void *)start;
  search->result->dlfo_map_end = (void *)end;
  search->result->dlfo_eh_frame = (void *)frames;
  return 1;
}

int __wrap__dl_find_object(void *address, struct dl_find_object *result) {
  struct search search = {(uintptr_t)address, result};
  *result = (struct dl_find_object){0};
  return dl_iterate_phdr(examine, &search) == 1 ? 0 : -1;
}
