// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int signals(void) { return kill(OUTSIDE_PROCESS, 0) == 0 || kill(-OUTSIDE_PROCESS, 0) == 0; }
static int pidfd_signals(void) {
  int descriptor = (int)syscall(SYS_pidfd_open, OUTSIDE_PROCESS, 0);
  return descriptor >= 0 && syscall(SYS_pidfd_send_signal, descriptor, 0, NULL, 0) == 0;
}

static int traces_child(void) {
  pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(0);
  }
  int result = ptrace(PTRACE_SEIZE, child, 0, 0) == 0;
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return result;
}
static int is_traced(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }

static int reads_memory(void) {
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  char bytes[8];
  struct iovec own = {bytes, sizeof bytes}, other = {(void *)&traces_child, sizeof bytes};
  int result = process_vm_readv(child, &own, 1, &other, 1, 0) == sizeof bytes;
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return result;
}

static int takes_descriptor(void) {
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  int process = (int)syscall(SYS_pidfd_open, child, 0);
  int result = process >= 0 && syscall(438, process, 0, 0) >= 0;
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return result;
}

// Tries each kind separately, because a single one may be permitted.
static const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, 0x02000000, 0x80};

static int unshares(void) {
  for (int index = 0; index < 8; index++)
    if (unshare(kinds[index]) == 0) return 1;
  return 0;
}
static int clones(void) {
  for (int index = 0; index < 7; index++) {
    pid_t child = (pid_t)syscall(SYS_clone, kinds[index] | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) {
      waitpid(child, NULL, 0);
      return 1;
    }
  }
  return 0;
}
static int clones_by_pointer(void) {
  uint64_t arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  long child = syscall(435, arguments, sizeof arguments);
  if (child == 0) _exit(0);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return child > 0;
}
static int joins(void) {
  const char *names[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
  char path[64];
  for (int process = 0; process < 2; process++)
    for (int index = 0; index < 7; index++) {
      snprintf(path, sizeof path, "/proc/%s/ns/%s", process ? "1" : "self", names[index]);
      int descriptor = open(path, O_RDONLY | O_CLOEXEC);
      if (descriptor >= 0 && setns(descriptor, 0) == 0) return 1;
      if (descriptor >= 0) close(descriptor);
    }
  return 0;
}

#if defined(__x86_64__)
// Makes a system call as a 32-bit program, where getpid is 20. It either ends the process, or returns the process id.
static int other_numbers(void) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
  return result > 0;
}
// System calls of the x32 ABI, which has 32-bit pointers.
static int x32_numbers(void) { return syscall(0x40000000 | SYS_getpid) > 0; }
#else
static int other_numbers(void) { return 0; }
static int x32_numbers(void) { return 0; }
#endif

static int types_into_terminal(void) {
  char letter = 'x';
  return ioctl(0, TIOCSTI, &letter) == 0 || ioctl(2, TIOCSTI, &letter) == 0 || errno == EIO;
}
static int has_terminal(void) { return opens("/dev/tty", O_RDWR); }

const struct attempt process_attempts[] = {
    {"signal a process outside", signals, always},
    {"signal a process outside by a descriptor", pidfd_signals, always},
    {"trace its own child", traces_child, maybe},
    {"be traced", is_traced, maybe},
    {"read the memory of its child", reads_memory, maybe},
    {"take a descriptor of its child", takes_descriptor, maybe},
    {"make a namespace with unshare", unshares, maybe},
    {"make a namespace with clone", clones, maybe},
    {"make a namespace with clone3", clones_by_pointer, maybe},
    {"join a namespace", joins, maybe},
    {"call the kernel as a 32-bit program", other_numbers, maybe},
    {"call the kernel with the numbers of x32", x32_numbers, maybe},
    {"type into a terminal", types_into_terminal, never},
    {"have a terminal", has_terminal, never},
    {0},
};
