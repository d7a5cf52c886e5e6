// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// The last steps before code under review runs in a sandbox that bubblewrap or a container runtime has created.

#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Moves this process to another mount namespace, but keeps its root directory in the sandbox's namespace. /proc/PID/mountinfo lists the
// mounts of the process's namespace that are reachable from its root directory: none. The descriptor `mounts`, which stays open, keeps
// the sandbox's namespace; without it, its mounts would be removed.
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
  // Up to the last capability of the kernel.
  for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++)
    if (prctl(PR_CAPBSET_READ, number, 0, 0, 0) == 1 && prctl(PR_CAPBSET_DROP, number, 0, 0, 0) < 0) return -errno;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  if (syscall(SYS_capset, &header, none) < 0) return -errno;
  // Other processes of the sandbox cannot inspect the first one, which holds the namespace.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || reviewbot_set_no_new_privileges() < 0) return -errno;
  return 0;
}

// Closes, among others, the descriptor of the user namespace that bubblewrap joined.
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

// Orphaned processes become children of the first one. An orphan can keep a pipe open whose end the command waits for: llbuild waits
// for the end of a build tool's control pipe, SwiftPM for that of a plugin's output. If the command has no child and has not used the
// processor for this number of checks, one per second, it can only be waiting for orphans, and they are killed.
enum { patience = 10 };

struct look {
  int command_is_idle;
  unsigned long long ticks;
  pid_t strays[64];
  int count;
};

// Field 4 of /proc/PID/stat is the parent, 14 and 15 are the processor time. The name can contain any character, but ends at the last ')'.
static int read_stat(pid_t process, pid_t *parent, unsigned long long *ticks, char *state) {
  char path[32], text[512];
  snprintf(path, sizeof(path), "/proc/%d/stat", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof(text) - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  char *end = strrchr(text, ')');
  unsigned long long user = 0, system = 0;
  if (!end || sscanf(end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", state, parent, &user, &system) != 4)
    return -1;
  *ticks = user + system;
  return 0;
}

static void look_around(pid_t command, struct look *look) {
  look->command_is_idle = 1;
  look->count = 0;
  DIR *all = opendir("/proc");
  if (!all) return;
  for (struct dirent *entry; (entry = readdir(all));) {
    pid_t process = atoi(entry->d_name), parent = 0;
    unsigned long long ticks = 0;
    char state = 0;
    if (process <= 1 || read_stat(process, &parent, &ticks, &state) < 0) continue;
    if (process == command) {
      if (state == 'R' || ticks != look->ticks) look->command_is_idle = 0;
      look->ticks = ticks;
    } else if (parent == command) {
      look->command_is_idle = 0;
    } else if (parent == 1 && look->count < (int)(sizeof(look->strays) / sizeof(*look->strays))) {
      look->strays[look->count++] = process;
    }
  }
  closedir(all);
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
  // The command's streams end with the command.
  for (int stream = 0; stream < 3; stream++) close(stream);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  struct look look = {0};
  int idle = 0;
  for (;;) {
    int status = 0;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return -errno;
    // The kernel kills all other processes of the sandbox with the first one.
    if (ended == child) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    if (ended != 0) continue;
    struct timespec second = {.tv_sec = 1};
    if (sigtimedwait(&children, NULL, &second) >= 0) continue;
    look_around(child, &look);
    idle = look.command_is_idle && look.count > 0 ? idle + 1 : 0;
    if (idle < patience) continue;
    for (int stray = 0; stray < look.count; stray++) kill(look.strays[stray], SIGKILL);
    idle = 0;
  }
}
