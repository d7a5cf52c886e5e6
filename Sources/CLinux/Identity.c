// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Drops root for a user id that owns only the folders of one run.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

int reviewbot_make_private_mounts(void) {
  if (unshare(CLONE_NEWNS) < 0) return -errno;
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? -errno : 0;
}

int reviewbot_cover(const char *folder) {
  return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m") < 0 ? -errno : 0;
}

int reviewbot_bind(int source, const char *target) {
  char path[40];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", source);
  return mount(path, target, NULL, MS_BIND | MS_REC, NULL) < 0 ? -errno : 0;
}

int reviewbot_stack(const char *layers, const char *target) {
  char options[256];
  int length = snprintf(options, sizeof(options), "lowerdir=%s", layers);
  if (length < 0 || (size_t)length >= sizeof(options)) return -ENAMETOOLONG;
  return mount("overlay", target, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, options) < 0 ? -errno : 0;
}

int reviewbot_drop_root(uint32_t user) {
  // Before the change of the id, because this requires a capability. A failure is harmless: programs cannot regain capabilities.
  for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++)
    (void)prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  if (setgroups(0, NULL) < 0 || setresgid(user, user, user) < 0 || setresuid(user, user, user) < 0) return -errno;
  // Returning to root must be impossible.
  if (setuid(0) == 0 || getuid() != user || geteuid() != user || getgid() != user) return -EPERM;
  // Reviews with other ids read the cached builds, and a file whose mode changes counts as changed.
  umask(022);
  return reviewbot_set_no_new_privileges();
}

// Calls the function for each file, link and folder of the tree; for a folder before its contents.
static int walk_tree(const char *folder, int (*visit)(const FTSENT *entry, uint32_t user), uint32_t user) {
  char *const paths[] = {(char *)folder, NULL};
  FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
  if (tree == NULL) return -errno;
  int result = 0;
  for (FTSENT *entry; result == 0 && (entry = fts_read(tree)) != NULL;) {
    if (entry->fts_info == FTS_ERR || entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS)
      result = -entry->fts_errno;
    else if (entry->fts_info != FTS_DP)
      result = visit(entry, user);
  }
  fts_close(tree);
  return result;
}

static int give(const FTSENT *entry, uint32_t user) {
  return lchown(entry->fts_accpath, user, user) < 0 ? -errno : 0;
}

static int share(const FTSENT *entry, uint32_t user) {
  (void)user;
  if (entry->fts_info != FTS_D && entry->fts_info != FTS_F) return 0;
  mode_t mode = entry->fts_statp->st_mode & 07777;
  mode_t shared = mode | (entry->fts_info == FTS_D ? 0755 : 0444);
  return mode != shared && chmod(entry->fts_accpath, shared) < 0 ? -errno : 0;
}

int reviewbot_give_tree(const char *folder, uint32_t user) { return walk_tree(folder, give, user); }

int reviewbot_share_tree(const char *folder) { return walk_tree(folder, share, 0); }
