// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// libgit2 parses Debian's file of certificates whenever it starts and the file exists, although most commands connect to no server. The
// linker replaces its calls by this function (--wrap), which leaves out that one: reviewbot names the file before it connects.

#include <stdatomic.h>
#include <string.h>

int __real_mbedtls_x509_crt_parse_file(void *chain, const char *path);

int __wrap_mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  static atomic_flag started = ATOMIC_FLAG_INIT;
  // Without the file, libgit2 does not call this at the start, and reviewbot names another file.
  int is_default = strcmp(path, "/etc/ssl/certs/ca-certificates.crt") == 0;
  // MBEDTLS_ERR_X509_FILE_IO_ERROR, after which libgit2 starts without certificates.
  if (is_default && !atomic_flag_test_and_set(&started)) return -0x2900;
  return __real_mbedtls_x509_crt_parse_file(chain, path);
}
