// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// The functions of ICU with which libxml2 converts text from encodings that neither it nor glibc's iconv knows. reviewbot reads XML in
// UTF-8 only, and ICU's data would take 31 MB: such an encoding is an error.

#include <stddef.h>

// U_UNSUPPORTED_ERROR of unicode/utypes.h.
enum { unsupported = 16 };

// Debian's ICU has the number of its version in each name.
#define VERSIONED(name) name##_72

void *VERSIONED(ucnv_open)(const char *name, int *error) {
  (void)name;
  *error = unsupported;
  return NULL;
}

// These are called with a converter only.
void VERSIONED(ucnv_close)(void *converter) { (void)converter; }
void VERSIONED(ucnv_convertEx)(void) {}
void VERSIONED(ucnv_setFromUCallBack)(void) {}
void VERSIONED(ucnv_setToUCallBack)(void) {}
void VERSIONED(UCNV_FROM_U_CALLBACK_STOP)(void) {}
void VERSIONED(UCNV_TO_U_CALLBACK_STOP)(void) {}
