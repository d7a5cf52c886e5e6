// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

// Empty mount points may exist.
static int holds_something(const char *path) {
  DIR *list = opendir(path);
  if (!list) return 0;
  int count = 0;
  while (readdir(list)) count++;
  closedir(list);
  return count > 2;
}

static int holds(const char *path, const char *word) {
  static char bytes[1 << 20];
  long length = contents(path, bytes, sizeof bytes);
  return length > 0 && memmem(bytes, length, word, strlen(word)) != NULL;
}

static int canary_in(const char *path) {
  // In two halves, so that this program does not contain the word.
  char word[64];
  snprintf(word, sizeof word, "%s%s", CANARY_1, CANARY_2);
  return holds(path, word);
}

static int outside_file(void) { return is_there(OUTSIDE) || canary_in(OUTSIDE "/secret.txt"); }
static int other_homes(void) {
  return holds_something("/root") || holds_something("/home") || holds_something("/var") || holds_something("/srv") ||
         holds_something("/mnt") || holds_something("/boot") || holds_something("/run/user");
}
static int passwords(void) { return opens("/etc/shadow", O_RDONLY) || opens("/etc/gshadow", O_RDONLY); }
static int git_folder(void) { return is_there("/box/source/.git"); }
static int reviews(void) { return is_there(STATE) || is_there(STATE "/runs") || is_there(STATE "/http"); }
static int machine_id(void) { return is_there("/etc/machine-id") || is_there("/etc/hostid") || is_there("/etc/ssh"); }

static int environment(void) {
  extern char **environ;
  char word[64];
  snprintf(word, sizeof word, "%s%s", CANARY_1, CANARY_2);
  for (char **next = environ; *next; next++)
    if (strstr(*next, word) || strstr(*next, "TOKEN=") || strstr(*next, "SSH_AUTH_SOCK=") || strstr(*next, OUTSIDE)) return 1;
  return 0;
}

static int any_process(const char *name, const char *word) {
  DIR *list = opendir("/proc");
  int found = 0;
  for (struct dirent *entry; list && (entry = readdir(list)) && !found;) {
    char path[512];
    snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, name);
    if (atoi(entry->d_name) > 0) found = word ? holds(path, word) : canary_in(path);
  }
  if (list) closedir(list);
  return found;
}

static int environments(void) { return any_process("environ", NULL); }
static int host_paths(void) {
  const char *names[] = {"mountinfo", "mounts", "mountstats", "maps", "cmdline", "environ", "cgroup", "numa_maps"};
  for (int index = 0; index < 8; index++)
    if (any_process(names[index], STATE)) return 1;
  return 0;
}
static int mounts(void) {
  char bytes[16];
  return contents("/proc/self/mountinfo", bytes, sizeof bytes) > 0 || contents("/proc/1/mountinfo", bytes, sizeof bytes) > 0;
}

static int first_process(void) {
  const char *names[] = {"root", "cwd", "exe", "fd", "environ", "mem", "maps", "ns/mnt", "map_files", "stack", "syscall"};
  char path[64];
  for (int index = 0; index < 11; index++) {
    snprintf(path, sizeof path, "/proc/1/%s", names[index]);
    if (opens(path, O_RDONLY)) return 1;
  }
  return 0;
}

static int other_roots(void) {
  char path[512];
  snprintf(path, sizeof path, "/proc/%d/root%s", OUTSIDE_PROCESS, OUTSIDE);
  return is_there(path) || is_there("/proc/self/root" OUTSIDE) || is_there("/proc/self/cwd/../../../../../.." OUTSIDE) ||
         is_there("/proc/1/root" OUTSIDE);
}

// Through inherited descriptors of folders, and through their parents.
static int descriptors(void) {
  for (int number = 0; number < 1024; number++) {
    char path[64], target[4096];
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) continue;
    target[length] = 0;
    if (strstr(target, OUTSIDE) || strstr(target, STATE)) return 1;
    struct stat up;
    if (fstatat(number, "../../../../../../../.." OUTSIDE, &up, AT_SYMLINK_NOFOLLOW) == 0) return 1;
  }
  return 0;
}

// The classic way to escape from a root directory.
static int second_root(void) {
  mkdir("second-root", 0700);
  if (chroot("second-root") < 0) {
    rmdir("second-root");
    return 0;
  }
  for (int depth = 0; depth < 64; depth++) (void)!chdir("..");
  return 1;
}

static int by_handle(void) {
  struct {
    unsigned bytes;
    int type;
    unsigned char handle[128];
  } handle = {.bytes = 8, .type = 1};
  // The inode number of the root in many file systems.
  handle.handle[0] = 2;
  int mount = open("/box/source", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return syscall(SYS_open_by_handle_at, mount < 0 ? AT_FDCWD : mount, &handle, O_RDONLY) >= 0;
}

static int writes(const char *folder) {
  char path[512];
  snprintf(path, sizeof path, "%s/taken-%d", folder, getpid());
  int descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0) return 0;
  close(descriptor);
  unlink(path);
  return 1;
}

static int system_files(void) {
  const char *folders[] = {"/", "/usr", "/usr/bin", "/usr/lib", "/etc", "/dev", "/box", "/bin", "/lib", "/var/tmp", "/run", "/opt",
                           "/box/coverage", "/box/proxy"};
  for (int index = 0; index < 14; index++)
    if (writes(folders[index])) return 1;
  return opens("/box/reviewbot", O_WRONLY) || opens("/etc/passwd", O_WRONLY) || opens("/usr/bin/env", O_WRONLY);
}
static int outside_folder(void) { return writes(OUTSIDE) || writes(STATE); }
static int hard_link(void) {
  int result = link(OUTSIDE "/secret.txt", "hard-link") == 0 || link("/etc/passwd", "hard-link") == 0;
  unlink("hard-link");
  return result;
}

const struct attempt file_attempts[] = {
    {"see a file outside", outside_file, always},
    {"see the folders of other users", other_homes, always},
    {"read the passwords", passwords, as_root},
    {"see the repository's .git", git_folder, never},
    {"see what reviewbot keeps", reviews, always},
    {"learn which machine it is", machine_id, maybe},
    {"find a secret in its environment", environment, never},
    {"find a secret in the environment of a process", environments, always},
    {"find paths of the machine in /proc", host_paths, never},
    {"see what is mounted", mounts, always},
    {"look into the first process", first_process, as_root},
    {"reach files through the roots of processes", other_roots, always},
    {"reach files through open descriptors", descriptors, never},
    {"change its root directory", second_root, as_root},
    {"open a file by its number", by_handle, maybe},
    {"write to the system's folders", system_files, always},
    {"write to a folder outside", outside_folder, always},
    {"link a file that it does not own", hard_link, maybe},
    {0},
};
