// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Attacks of code under review on the machine, selected by name: `trial NAME`. Each prints one line if it is not stopped before its end.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { megabyte = 1 << 20 };

// In megabytes, twice the limit of the reviews in this test.
static const size_t too_much = 512;

static int say(const char *text) {
  printf("%s\n", text);
  return 0;
}

// Ordinary private memory.
static int memory(void) {
  for (size_t index = 0; index < too_much; index++) {
    char *block = mmap(NULL, megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return say("no memory is given");
    memset(block, 1, megabyte);
  }
  sleep(3);
  return say("holds 512 MiB");
}

// Memory that stays allocated although its pages are not in any process: the memory usage of the processes does not include it.
static int hidden_memory(void) {
  for (size_t index = 0; index < too_much; index++) {
    char *block = mmap(NULL, megabyte, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return say("no memory is given");
    memset(block, 1, megabyte);
    // Removes the pages from this process, but not from memory.
    madvise(block, megabyte, MADV_DONTNEED);
  }
  sleep(3);
  return say("holds 512 MiB that no process shows");
}

// A file in memory.
static int memory_file(void) {
  int file = memfd_create("trial", 0);
  if (file < 0) return say(errno == ENOSYS ? "memfd_create does not exist" : "memfd_create is refused");
  char *block = calloc(1, megabyte);
  for (size_t index = 0; index < too_much; index++)
    if (write(file, block, megabyte) != megabyte) return say("no memory is given");
  sleep(3);
  return say("holds 512 MiB in a file in memory");
}

static int fork_bomb(void) {
  time_t end = time(NULL) + 20;
  while (time(NULL) < end)
    if (fork() < 0) usleep(1000);
  return 0;
}

// A file without a name, which is not found in any directory.
static int parked_disk(void) {
  int file = open("parked", O_RDWR | O_CREAT, 0600);
  unlink("parked");
  char *block = malloc(megabyte);
  memset(block, 7, megabyte);
  for (int index = 0; index < 300; index++)
    if (file < 0 || write(file, block, megabyte) != megabyte) return say("no room is given");
  fsync(file);
  sleep(3);
  return say("holds 300 MiB without a name");
}

static int disk(void) {
  int file = open("large", O_RDWR | O_CREAT, 0600);
  char *block = malloc(megabyte);
  memset(block, 7, megabyte);
  for (int index = 0; index < 300; index++)
    if (file < 0 || write(file, block, megabyte) != megabyte) return say("no room is given");
  fsync(file);
  sleep(30);
  return say("holds 300 MiB");
}

static int inodes(void) {
  for (int index = 0; index < 20000; index++) {
    char name[32];
    snprintf(name, sizeof(name), "f%d", index);
    int file = open(name, O_RDWR | O_CREAT, 0600);
    if (file < 0) return say("no file is given");
    close(file);
  }
  sleep(30);
  return say("made 20000 files");
}

// Uses every processor, with many processes.
static int spin(void) {
  for (int index = 0; index < 15; index++)
    if (fork() == 0) break;
  time_t end = time(NULL) + 25;
  while (time(NULL) < end)
    for (volatile int index = 0; index < 10000000; index++) {}
  return 0;
}

// A fixed amount of work for one processor; prints its duration.
static int work(void) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (volatile long index = 0; index < 300000000L; index++) {}
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
  printf("worked for %.1f s\n", seconds);
  return 0;
}

// A review within its limits: uses some of every resource for several seconds.
static int innocent(void) {
  for (int round = 0; round < 5; round++) {
    char *block = malloc(40 * megabyte);
    if (block == NULL) return say("no memory is given"), 1;
    memset(block, round + 1, 40 * megabyte);
    int file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, block, 24 * megabyte) != 24 * megabyte) return say("no room is given"), 1;
    close(file);
    for (int index = 0; index < 20; index++) {
      pid_t child = fork();
      if (child < 0) return say("a process is refused"), 1;
      if (child == 0) _exit(0);
      waitpid(child, NULL, 0);
    }
    free(block);
    sleep(1);
  }
  return say("all of it worked");
}

static int tries, successes;
static char opened[200];

static void attempt(const char *what, long result) {
  tries++;
  if (result < 0) return;
  successes++;
  snprintf(opened, sizeof(opened), "%s", what);
}

// Every known way to modify a control group.
static int write_groups(void) {
  static const char *const files[] = {"/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory.max",
                                      "/sys/fs/cgroup/unified/cgroup.procs", "/proc/self/cgroup", "/proc/1/cgroup"};
  for (size_t index = 0; index < sizeof(files) / sizeof(files[0]); index++)
    attempt(files[index], open(files[index], O_WRONLY));
  mkdir("groups", 0700);
  attempt("mount", mount("none", "groups", "cgroup2", 0, NULL));
  attempt("fsopen", syscall(SYS_fsopen, "cgroup2", 0));
  attempt("unshare", unshare(CLONE_NEWCGROUP));
  attempt("unshare", unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWCGROUP));
  attempt("setns", setns(open("/proc/1/ns/cgroup", O_RDONLY), 0));
  struct {
    unsigned long flags, pidfd, child, parent, signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
  } arguments = {.flags = 0x200000000UL, .signal = SIGCHLD, .cgroup = 3};
  attempt("clone3", syscall(SYS_clone3, &arguments, sizeof(arguments)));
  // Descriptors that may have been inherited: of a cgroup.procs file, or of a directory of groups.
  for (int file = 3; file < 1024; file++) {
    char path[64], name[256];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    ssize_t count = readlink(path, name, sizeof(name) - 1);
    if (count > 0) {
      name[count] = '\0';
      if (strstr(name, "cgroup") != NULL && strstr(name, "ns/") == NULL) attempt(name, write(file, "0", 1));
    }
  }
  // The path of its control group must not be visible either.
  char text[512] = "";
  int file = open("/proc/self/cgroup", O_RDONLY);
  if (file < 0 || read(file, text, sizeof(text) - 1) < 0) text[0] = '\0';
  char *line = strstr(text, "0::");
  if (line != NULL) line[strcspn(line, "\n")] = '\0';
  printf("%d attempts, %d worked%s%s; is in %s\n", tries, successes, successes ? ": " : "", opened,
         line != NULL ? line + 3 : "?");
  return 0;
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    int (*function)(void);
  } programs[] = {
      {"memory", memory}, {"hidden-memory", hidden_memory}, {"memory-file", memory_file}, {"fork-bomb", fork_bomb},
      {"parked-disk", parked_disk}, {"disk", disk}, {"inodes", inodes}, {"spin", spin},
      {"work", work}, {"innocent", innocent}, {"write-groups", write_groups},
  };
  for (size_t index = 0; count == 2 && index < sizeof(programs) / sizeof(programs[0]); index++)
    if (strcmp(words[1], programs[index].name) == 0) return programs[index].function();
  return 2;
}
