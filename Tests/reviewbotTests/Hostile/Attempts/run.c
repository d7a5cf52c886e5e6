// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int opens(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

long contents(const char *path, char *bytes, long size) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  long length = 0, count;
  while (length < size - 1 && (count = read(descriptor, bytes + length, size - 1 - length)) > 0) length += count;
  close(descriptor);
  bytes[length] = 0;
  return length;
}

// Returns whether the call is neither refused nor unknown, so that the kernel processed its arguments.
static int is_answered(const struct call *call) {
  if (call->number < 0) return 0;
  const long *a = call->arguments;
  long result = syscall(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
  return result >= 0 || (errno != EPERM && errno != ENOSYS);
}

static int works(const struct attempt *attempt, const struct call *call) {
  // Output that the caller has buffered is not written twice, because the child ends with _exit.
  pid_t child = fork();
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);
    alarm(20);
    _exit((attempt ? attempt->works() : is_answered(call)) ? 1 : 0);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  // Counts as a success if no process could be started, or if the attempt did not end. Being killed counts as a refusal.
  return child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) != 0) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
}

static int tried, successes;

static void make(const char *name, enum outside outside, const struct attempt *attempt, const struct call *call,
                 const char *place, int output) {
  if (outside == never && strcmp(place, "outside") == 0) return;
  tried++;
  if (!works(attempt, call)) return;
  successes++;
  dprintf(output, "attempts %s worked: %s\n", place, name);
}

void make_attempts(const char *place, const char *file) {
  int output = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const struct attempt *groups[] = {kernel_attempts, file_attempts, id_attempts, network_attempts, process_attempts,
                                     lock_attempts};
  tried = successes = 0;
  for (int group = 0; group < 6; group++)
    for (const struct attempt *next = groups[group]; next->name; next++)
      make(next->name, next->outside, next, NULL, place, output);
  for (const struct call *next = calls; next->name; next++)
    make(next->name, next->outside, NULL, next, place, output);
  dprintf(output, "attempts %s: %d tried, %d worked\n", place, tried, successes);
  close(output);
}
