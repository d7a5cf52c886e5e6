// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// The functions of GSS-API that libgit2 calls for the HTTP authentication Negotiate (Kerberos). There is no static library of
// Kerberos; Negotiate is refused with a message, and libgit2 goes on to the next authentication that the server offers.

#include <stddef.h>

struct buffer {
  size_t length;
  void *value;
};

// GSS_S_UNAVAILABLE, an error of a routine (RFC 2744, 3.9.1).
static const unsigned int unavailable = 16u << 16;

void *GSS_C_NT_HOSTBASED_SERVICE;

unsigned int gss_indicate_mechs(unsigned int *minor, void **mechanisms) {
  *minor = 0;
  *mechanisms = NULL;
  return unavailable;
}

unsigned int gss_import_name(unsigned int *minor, struct buffer *text, void *type, void **name) {
  (void)text, (void)type;
  *minor = 0;
  *name = NULL;
  return unavailable;
}

unsigned int gss_init_sec_context(unsigned int *minor, ...) {
  *minor = 0;
  return unavailable;
}

unsigned int gss_display_status(
    unsigned int *minor, unsigned int status, int type, void *mechanism, unsigned int *next, struct buffer *text) {
  static char message[] = "this build of reviewbot has no Kerberos: use a token, or build reviewbot from source";
  (void)status, (void)type, (void)mechanism;
  *minor = 0;
  *next = 0;
  text->value = message;
  text->length = sizeof(message) - 1;
  return 0;
}

// Nothing was created that could be released.
unsigned int gss_release_buffer(unsigned int *minor, struct buffer *text) {
  *minor = 0;
  text->value = NULL;
  text->length = 0;
  return 0;
}

unsigned int gss_release_name(unsigned int *minor, void **name) {
  *minor = 0;
  *name = NULL;
  return 0;
}

unsigned int gss_release_oid_set(unsigned int *minor, void **set) {
  *minor = 0;
  *set = NULL;
  return 0;
}

unsigned int gss_delete_sec_context(unsigned int *minor, void **context, void *token) {
  (void)token;
  *minor = 0;
  *context = NULL;
  return 0;
}
