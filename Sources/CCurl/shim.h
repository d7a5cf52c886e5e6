// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Wrappers of libcurl's variadic functions, which Swift cannot call: one for each type of argument.

#ifndef REVIEWBOT_CCURL_SHIM_H
#define REVIEWBOT_CCURL_SHIM_H

#include <curl/curl.h>

typedef size_t (*reviewbot_curl_io)(char *buffer, size_t size, size_t count, void *context);

static inline CURLcode reviewbot_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_io(CURL *handle, CURLoption option, reviewbot_curl_io value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_opening(CURL *handle, curl_opensocket_callback value) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline curl_socket_t reviewbot_curl_no_socket(void) { return CURL_SOCKET_BAD; }
/// Returns the address that libcurl is about to connect to. Its length depends on its family; the struct declares a shorter one.
static inline const struct sockaddr *reviewbot_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
static inline CURLcode reviewbot_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode reviewbot_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLMcode reviewbot_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
/// Returns the version of the loaded library, as 0xMMmmpp.
static inline unsigned int reviewbot_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

/// Returns whether the loaded library was built with HTTP/2.
static inline int reviewbot_curl_has_http2(void) {
  return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_HTTP2) != 0;
}
/// Returns the result of a finished transfer; the field is in a union that Swift does not import.
static inline CURLcode reviewbot_curl_message_result(const CURLMsg *message) { return message->data.result; }

#endif
