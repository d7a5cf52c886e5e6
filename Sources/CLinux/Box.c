// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// The last steps before code under review runs in a sandbox that bubblewrap or a container's runtime has made.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Moves this process to another mount namespace while its root directory stays where it is. What /proc/PID/mountinfo lists
// are the mounts of the namespace that can be reached from the root directory: none. The sandbox's own namespace is kept by
// the descriptor; without it, its mounts would go.
static int hide_mounts(void) {
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  if (root < 0 || folder < 0 || mounts < 0) return -errno;
  int result = 0;
  if (unshare(CLONE_NEWNS) < 0 || fchdir(root) < 0 || chroot(".") < 0 || fchdir(folder) < 0) result = -errno;
  close(root);
  close(folder);
  if (result < 0) close(mounts);
  return result;
}

static int drop_capabilities(void) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // Up to the last one that the kernel knows.
  for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++)
    if (prctl(PR_CAPBSET_READ, number, 0, 0, 0) == 1 && prctl(PR_CAPBSET_DROP, number, 0, 0, 0) < 0) return -errno;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  if (syscall(SYS_capset, &header, none) < 0) return -errno;
  // The processes inside cannot look into the first one, which holds the namespace.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || reviewbot_set_no_new_privileges() < 0) return -errno;
  return 0;
}

// Among them the user namespace that bubblewrap joined.
static void close_inherited(void) { (void)syscall(SYS_close_range, 3, ~0U, 0); }

static void run(const void *filter, size_t length, unsigned tasks, char *const arguments[], char *const environment[]) {
  struct sock_fprog program = {.len = (unsigned short)(length / sizeof(struct sock_filter)), .filter = (void *)filter};
  close_inherited();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit limit = {.rlim_cur = tasks, .rlim_max = tasks};
  if (tasks > 0 && setrlimit(RLIMIT_NPROC, &limit) < 0) _exit(126);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) _exit(126);
  execvpe(arguments[0], arguments, environment);
  static const char message[] = "the program of the sandbox's command cannot be started\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(127);
}

int reviewbot_enter_box(const void *filter, size_t length, unsigned tasks, char *const arguments[],
                        char *const environment[], int hides) {
  if (getpid() != 1) return -ESRCH;
  int result = hide_mounts();
  if (result == 0 || !hides) result = drop_capabilities();
  if (result < 0) return result;
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) run(filter, length, tasks, arguments, environment);
  // Its streams end with it.
  for (int stream = 0; stream < 3; stream++) close(stream);
  for (;;) {
    int status = 0;
    pid_t ended = wait(&status);
    if (ended < 0 && errno != EINTR) return -errno;
    // All other processes of the sandbox end with the first one.
    if (ended == child) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
}
