// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Creates a user namespace for another user, as root.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/securebits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  int result = write(file, text, strlen(text)) < 0 ? -errno : 0;
  close(file);
  return result;
}

// The namespace belongs to the effective id of the process that creates it. The child changes this id without losing its capabilities,
// because some systems require one to create a namespace.
static int make_as(uint32_t user) {
  if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) < 0) return -errno;
  if (setresgid(-1, user, -1) < 0 || setresuid(-1, user, -1) < 0) return -errno;
  return unshare(CLONE_NEWUSER) < 0 ? -errno : 0;
}

// Each answer is a number; the parent sends a byte to continue, or closes its end. All other descriptors of the parent are closed:
// its locks and ports would otherwise outlive it in this process.
static void child(uint32_t user, int answers, int signs) {
  int first = answers < signs ? answers : signs, second = answers < signs ? signs : answers;
  if (first > 3) close_range(3, first - 1, 0);
  if (second > first + 1) close_range(first + 1, second - 1, 0);
  close_range(second + 1, ~0U, 0);
  char sign = 0;
  int result = make_as(user);
  if (write(answers, &result, sizeof(result)) != sizeof(result) || read(signs, &sign, 1) != 1) _exit(1);
  // The limit of the new namespace, in which this process has the required capabilities.
  result = write_text("/proc/sys/user/max_user_namespaces", "0");
  (void)!write(answers, &result, sizeof(result));
  (void)!read(signs, &sign, 1);
  _exit(0);
}

static int answer(int answers) {
  int result = 0;
  return read(answers, &result, sizeof(result)) == sizeof(result) ? result : -ECHILD;
}

static int map(pid_t process, uint32_t user, uint32_t inside) {
  char path[40], line[40];
  snprintf(line, sizeof(line), "%u %u 1", inside, user);
  snprintf(path, sizeof(path), "/proc/%d/setgroups", process);
  int result = write_text(path, "deny");
  snprintf(path, sizeof(path), "/proc/%d/uid_map", process);
  if (result == 0) result = write_text(path, line);
  snprintf(path, sizeof(path), "/proc/%d/gid_map", process);
  return result == 0 ? write_text(path, line) : result;
}

int reviewbot_make_user_namespace(uint32_t user, uint32_t inside, const char *file) {
  int answers[2], signs[2];
  if (pipe2(answers, O_CLOEXEC) < 0) return -errno;
  if (pipe2(signs, O_CLOEXEC) < 0) {
    int error = errno;
    close(answers[0]);
    close(answers[1]);
    return -error;
  }
  pid_t process = fork();
  int result = process < 0 ? -errno : 0;
  if (process == 0) {
    close(signs[1]);
    child(user, answers[1], signs[0]);
  }
  close(answers[1]);
  close(signs[0]);
  if (result == 0) result = answer(answers[0]);
  if (result == 0) result = map(process, user, inside);
  if (result == 0) result = write(signs[1], "", 1) == 1 ? answer(answers[0]) : -errno;
  char path[40];
  snprintf(path, sizeof(path), "/proc/%d/ns/user", process);
  if (result == 0 && mount(path, file, NULL, MS_BIND, NULL) < 0) result = -errno;
  close(signs[1]);
  close(answers[0]);
  while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
  return result;
}
