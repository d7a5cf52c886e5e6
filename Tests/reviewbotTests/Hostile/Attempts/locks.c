// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

// A lock needs no permission but to read, so that a read-only mount does not prevent it.
static int locks(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return 0;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return 1;
  close(descriptor);
  return 0;
}

static int is_of_system(const char *path) {
  const char *folders[] = {"/usr/", "/opt/", "/lib", "/bin/", "/sbin/"};
  for (int index = 0; index < 5; index++)
    if (strncmp(path, folders[index], strlen(folders[index])) == 0) return 1;
  return 0;
}

// The descriptors of the holder are limited; the others are left to files that only the sandbox has.
static int held, locked_another;

static int hold(const char *path, const struct stat *status, int type, struct FTW *walk) {
  (void)walk;
  const char *hidden[] = {"/proc", "/sys", "/dev"};
  for (int index = 0; index < 3; index++)
    if (strcmp(path, hidden[index]) == 0) return FTW_SKIP_SUBTREE;
  if (type != FTW_F && type != FTW_D) return FTW_CONTINUE;
  if (!S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode)) return FTW_CONTINUE;
  // Its own files are not shared with another review.
  struct statvfs mount;
  if (S_ISREG(status->st_mode) && (statvfs(path, &mount) < 0 || !(mount.f_flag & ST_RDONLY))) return FTW_CONTINUE;
  if (held >= 900) return FTW_STOP;
  if (!locks(path)) return FTW_CONTINUE;
  held++;
  unsigned long length = strlen(path);
  if (S_ISREG(status->st_mode) && !is_of_system(path) && length > 5 && strcasecmp(path + length - 4, "lock") == 0)
    locked_another = 1;
  return FTW_CONTINUE;
}

// Leaves a process that holds locks of all files and folders that are shared with the machine, until the sandbox ends.
// The review has to go on. Returns whether one of the files seems to be a lock of another program.
static int shared_files(void) {
  int answers[2];
  if (access("/box/source", F_OK) < 0 || pipe(answers) < 0) return 0;
  pid_t holder = fork();
  if (holder == 0) {
    setsid();
    alarm(0);
    // The caller waits until all copies of a descriptor are closed.
    for (int descriptor = 0; descriptor < 1024; descriptor++)
      if (descriptor != answers[1]) close(descriptor);
    nftw("/box", hold, 16, FTW_PHYS | FTW_ACTIONRETVAL);
    nftw("/", hold, 16, FTW_PHYS | FTW_ACTIONRETVAL);
    char answer = locked_another;
    (void)!write(answers[1], &answer, 1);
    close(answers[1]);
    for (;;) pause();
  }
  close(answers[1]);
  char answer = 1;
  return holder > 0 && (read(answers[0], &answer, 1) != 1 || answer != 0);
}

static int kept_lock(void) { return locks(STATE "/lock"); }

const struct attempt lock_attempts[] = {
    {"lock what reviewbot keeps", kept_lock, always},
    {"lock a file of another program", shared_files, never},
    {0},
};
