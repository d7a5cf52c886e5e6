// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Open files that are sent through a socket.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 4 };

int reviewbot_make_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

int reviewbot_send_with_descriptors(int socket, const void *bytes, size_t length, const int descriptors[], size_t count) {
  if (count > most || length == 0) return -EINVAL;
  union {
    char bytes[CMSG_SPACE(most * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  memset(&control, 0, sizeof(control));
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  size_t sent = 0;
  while (sent < length) {
    ssize_t result = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) return -errno;
    sent += (size_t)result;
    // The files were sent with the first bytes.
    message.msg_control = NULL;
    message.msg_controllen = 0;
    part.iov_base = (char *)bytes + sent;
    part.iov_len = length - sent;
  }
  return 0;
}

int reviewbot_receive_with_descriptors(int socket, void *bytes, size_t length, int descriptors[], size_t *count) {
  size_t received = 0;
  *count = 0;
  while (received < length) {
    union {
      char bytes[CMSG_SPACE(most * sizeof(int))];
      struct cmsghdr aligned;
    } control;
    struct iovec part = {.iov_base = (char *)bytes + received, .iov_len = length - received};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof(control.bytes)};
    ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) return -errno;
    if (result == 0) return received == 0 ? 0 : -ECONNRESET;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      size_t files = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      int *first = (int *)CMSG_DATA(header);
      for (size_t index = 0; index < files; index++) {
        if (*count < most) descriptors[(*count)++] = first[index];
        else close(first[index]);
      }
    }
    received += (size_t)result;
  }
  return 1;
}
