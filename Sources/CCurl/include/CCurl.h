// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// libcurl, which is loaded when it is first needed: commands that send no request run without it, and start faster. Each function has
// a wrapper of its name with the prefix `reviewbot_`; variadic functions, which Swift cannot call, have one for each type of argument.

#ifndef REVIEWBOT_CCURL_H
#define REVIEWBOT_CCURL_H

// Without the macros that check the arguments of variadic functions, which a table of functions cannot use.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// The functions that are used: `row(NAME)` for each `curl_NAME`.
#define REVIEWBOT_CURL_FUNCTIONS(row) \
  row(easy_cleanup) \
  row(easy_getinfo) \
  row(easy_init) \
  row(easy_setopt) \
  row(easy_strerror) \
  row(global_init) \
  row(multi_add_handle) \
  row(multi_cleanup) \
  row(multi_info_read) \
  row(multi_init) \
  row(multi_perform) \
  row(multi_poll) \
  row(multi_remove_handle) \
  row(multi_setopt) \
  row(multi_strerror) \
  row(multi_wakeup) \
  row(slist_append) \
  row(slist_free_all) \
  row(version_info)

#define REVIEWBOT_CURL_MEMBER(name) __typeof__(&curl_##name) name;
/// The addresses of the functions.
struct reviewbot_curl_functions { REVIEWBOT_CURL_FUNCTIONS(REVIEWBOT_CURL_MEMBER) };
#undef REVIEWBOT_CURL_MEMBER
extern const struct reviewbot_curl_functions *const reviewbot_curl;

/// Loads the library. No wrapper may be called before this returned 0, and two threads must not call it at the same time.
///
/// Returns 0, or -1 with the dynamic linker's reason.
int reviewbot_curl_load(const char *library, char *reason, size_t reason_length);

typedef size_t (*reviewbot_curl_io)(char *buffer, size_t size, size_t count, void *context);

static inline CURLcode reviewbot_curl_global_init(long flags) { return reviewbot_curl->global_init(flags); }

static inline CURL *reviewbot_curl_easy_init(void) { return reviewbot_curl->easy_init(); }
static inline void reviewbot_curl_easy_cleanup(CURL *handle) { reviewbot_curl->easy_cleanup(handle); }
static inline const char *reviewbot_curl_easy_strerror(CURLcode code) { return reviewbot_curl->easy_strerror(code); }
static inline CURLcode reviewbot_curl_set_long(CURL *handle, CURLoption option, long value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_io(CURL *handle, CURLoption option, reviewbot_curl_io value) {
  return reviewbot_curl->easy_setopt(handle, option, value);
}
static inline CURLcode reviewbot_curl_set_opening(CURL *handle, curl_opensocket_callback value) {
  return reviewbot_curl->easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline curl_socket_t reviewbot_curl_no_socket(void) { return CURL_SOCKET_BAD; }
/// Returns the address that libcurl is about to connect to. Its length depends on its family; the struct declares a shorter one.
static inline const struct sockaddr *reviewbot_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
static inline CURLcode reviewbot_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return reviewbot_curl->easy_getinfo(handle, info, value);
}
static inline CURLcode reviewbot_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return reviewbot_curl->easy_getinfo(handle, info, value);
}

static inline CURLM *reviewbot_curl_multi_init(void) { return reviewbot_curl->multi_init(); }
static inline CURLMcode reviewbot_curl_multi_cleanup(CURLM *multi) { return reviewbot_curl->multi_cleanup(multi); }
static inline const char *reviewbot_curl_multi_strerror(CURLMcode code) { return reviewbot_curl->multi_strerror(code); }
static inline CURLMcode reviewbot_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return reviewbot_curl->multi_setopt(multi, option, value);
}
static inline CURLMcode reviewbot_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  return reviewbot_curl->multi_add_handle(multi, handle);
}
static inline CURLMcode reviewbot_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  return reviewbot_curl->multi_remove_handle(multi, handle);
}
static inline CURLMcode reviewbot_curl_multi_perform(CURLM *multi, int *running) {
  return reviewbot_curl->multi_perform(multi, running);
}
/// Waits for libcurl's sockets and timers, and for `reviewbot_curl_multi_wakeup`, at most this many milliseconds.
static inline CURLMcode reviewbot_curl_multi_poll(CURLM *multi, int timeout) {
  return reviewbot_curl->multi_poll(multi, NULL, 0, timeout, NULL);
}
static inline CURLMcode reviewbot_curl_multi_wakeup(CURLM *multi) { return reviewbot_curl->multi_wakeup(multi); }
static inline CURLMsg *reviewbot_curl_multi_info_read(CURLM *multi, int *remaining) {
  return reviewbot_curl->multi_info_read(multi, remaining);
}
/// Returns the result of a finished transfer; the field is in a union that Swift does not import.
static inline CURLcode reviewbot_curl_message_result(const CURLMsg *message) { return message->data.result; }

static inline struct curl_slist *reviewbot_curl_slist_append(struct curl_slist *list, const char *text) {
  return reviewbot_curl->slist_append(list, text);
}
static inline void reviewbot_curl_slist_free_all(struct curl_slist *list) { reviewbot_curl->slist_free_all(list); }

/// Returns the version of the loaded library, as 0xMMmmpp.
static inline unsigned int reviewbot_curl_version(void) {
  return reviewbot_curl->version_info(CURLVERSION_NOW)->version_num;
}
/// Returns whether the loaded library was built with HTTP/2.
static inline int reviewbot_curl_has_http2(void) {
  return (reviewbot_curl->version_info(CURLVERSION_NOW)->features & CURL_VERSION_HTTP2) != 0;
}

#endif
