// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static int answer(long result) { return result < 0 ? -errno : (int)result; }

const void *reviewbot_find(const void *bytes, size_t count, const void *word, size_t word_count) {
  return memmem(bytes, count, word, word_count);
}

void reviewbot_name_process(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int reviewbot_set_dumpable(int allowed) { return answer(prctl(PR_SET_DUMPABLE, allowed, 0, 0, 0)); }

int reviewbot_set_no_new_privileges(void) { return answer(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int reviewbot_become_subreaper(void) { return answer(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)); }

int reviewbot_open_process(int process) {
  // The same number on every architecture; older headers do not define it.
  enum { pidfd_open = 434 };
  return answer(syscall(pidfd_open, process, 0));
}

const int reviewbot_open_path_only = O_PATH;

int reviewbot_open_beneath(int directory, const char *path, int flags, unsigned mode, int follows_links) {
  struct open_how how = {
      .flags = (uint64_t)(flags | O_CLOEXEC),
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (follows_links ? 0 : RESOLVE_NO_SYMLINKS),
  };
  // Fails for "..", which only a link can contain, while a file on the machine is renamed or a file system is mounted: openat2(2), EAGAIN.
  for (int attempt = 0;; attempt++) {
    int result = answer(syscall(SYS_openat2, directory, path, &how, sizeof(how)));
    if (result != -EAGAIN || attempt == 100) return result;
  }
}

int reviewbot_copy_contents(int source, int target, uint64_t bytes) {
  if (ioctl(target, FICLONE, source) == 0) return 0;
  uint64_t left = bytes;
  while (left > 0) {
    ssize_t count = copy_file_range(source, NULL, target, NULL, left, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && left == bytes) break;
    if (count < 0) return -errno;
    if (count == 0) return 0;
    left -= (uint64_t)count;
  }
  // Fallback for different file systems, and for file systems without copy_file_range.
  char buffer[64 << 10];
  while (left > 0) {
    ssize_t count = read(source, buffer, left < sizeof(buffer) ? (size_t)left : sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (count == 0) return 0;
    left -= (uint64_t)count;
    for (ssize_t written = 0; written < count;) {
      ssize_t more = write(target, buffer + written, (size_t)(count - written));
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return -errno;
      written += more;
    }
  }
  return 0;
}

int reviewbot_file_system(const char *path, uint32_t *magic) {
  struct statfs information;
  int result = answer(statfs(path, &information));
  if (result >= 0) *magic = (uint32_t)information.f_type;
  return result;
}

// `attempt` must only make system calls, because it runs between fork and _exit.
static int works_in_child(int (*attempt)(void)) {
  pid_t child = fork();
  if (child == 0) _exit(attempt() == 0 ? 1 : 0);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) return -errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static int make_user_namespace(void) { return unshare(CLONE_NEWUSER); }

int reviewbot_may_trace(int process) {
  if (ptrace(PTRACE_SEIZE, (pid_t)process, NULL, NULL) < 0) return 0;
  // Lets the process continue as before.
  ptrace(PTRACE_INTERRUPT, (pid_t)process, NULL, NULL);
  waitpid((pid_t)process, NULL, __WALL);
  ptrace(PTRACE_DETACH, (pid_t)process, NULL, NULL);
  return 1;
}

int reviewbot_may_make_namespaces(void) { return works_in_child(make_user_namespace); }

int reviewbot_accept(int listener) { return answer(accept4(listener, NULL, NULL, SOCK_CLOEXEC)); }

int reviewbot_make_pipe(int ends[2]) { return answer(pipe2(ends, O_CLOEXEC)); }

int reviewbot_spawn(const char *program, char *const arguments[], char *const environment[], const char *folder,
                    const int descriptors[4], int session) {
  // The copies have numbers above the targets, so that none is overwritten before it is duplicated.
  int count = descriptors[3] < 0 ? 3 : 4;
  int copies[4] = {-1, -1, -1, -1};
  int error = 0;
  for (int index = 0; index < count && error == 0; index++) {
    copies[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, 4);
    if (copies[index] < 0) error = errno;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int index = 0; index < count && error == 0; index++)
    error = posix_spawn_file_actions_adddup2(&actions, copies[index], index);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
  if (error == 0 && folder != NULL) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (session ? POSIX_SPAWN_SETSID : 0));
  pid_t process = -1;
  if (error == 0) error = posix_spawnp(&process, program, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (int index = 0; index < count; index++)
    if (copies[index] >= 0) close(copies[index]);
  return error != 0 ? -error : (int)process;
}

struct library_visit {
  void (*each)(const char *name, void *context);
  void *context;
};

static int visit_library(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  struct library_visit *visit = context;
  // The name of the program itself is empty, and that of the kernel's vDSO is not a path.
  if (library->dlpi_name != NULL && library->dlpi_name[0] == '/') visit->each(library->dlpi_name, visit->context);
  return 0;
}

void reviewbot_each_library(void (*each)(const char *name, void *context), void *context) {
  struct library_visit visit = {.each = each, .context = context};
  dl_iterate_phdr(visit_library, &visit);
}

int reviewbot_allowed_processors(int processors[], int count) {
  // The maximum of the largest kernel configurations.
  enum { most = 8192 };
  cpu_set_t *set = CPU_ALLOC(most);
  if (set == NULL) return -ENOMEM;
  int found = 0;
  int result = answer(sched_getaffinity(0, CPU_ALLOC_SIZE(most), set));
  for (int number = 0; result >= 0 && number < most && found < count; number++)
    if (CPU_ISSET_S(number, CPU_ALLOC_SIZE(most), set)) processors[found++] = number;
  CPU_FREE(set);
  return result < 0 ? result : found;
}

int reviewbot_keep_to_processors(const int processors[], int count) {
  enum { most = 8192 };
  cpu_set_t *set = CPU_ALLOC(most);
  if (set == NULL) return -ENOMEM;
  CPU_ZERO_S(CPU_ALLOC_SIZE(most), set);
  for (int index = 0; index < count; index++)
    if (processors[index] >= 0 && processors[index] < most) CPU_SET_S(processors[index], CPU_ALLOC_SIZE(most), set);
  int result = answer(sched_setaffinity(0, CPU_ALLOC_SIZE(most), set));
  CPU_FREE(set);
  return result;
}

void reviewbot_keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  // Large arrays are returned when they have been copied to a larger one: they cost a tenth of the peak memory of a long
  // list of findings, and nothing else fits into their place.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
  // By default, each thread would keep its own arena. Threads that share one wait for each other: a lint of unchanged files took 7 %
  // more processor time with two arenas on two processors, whose threads are three.
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  mallopt(M_ARENA_MAX, processors < 2 ? 2 : processors < 8 ? (int)processors + 1 : 8);
}

void reviewbot_map_zeroed_data(void) {
#ifdef MADV_POPULATE_WRITE
  extern char __bss_start[], _end[];
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = (uintptr_t)__bss_start & ~(page - 1);
  // Before Linux 5.14 this fails, and the pages are mapped when they are used.
  madvise((void *)start, (uintptr_t)_end - start, MADV_POPULATE_WRITE);
#endif
}
