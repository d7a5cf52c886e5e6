// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Each level keeps a directory open. No build is nested this deeply; a deeper directory counts as `many` files.
enum { deepest = 200, many = 1 << 20 };

// The tree may change during the call: entries that disappear are skipped, and no link is followed.
int reviewbot_measure_tree(const char *folder, uint64_t *bytes, uint64_t *files) {
  DIR *open_folders[deepest];
  int depth = 0;
  int root = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (root < 0) return -errno;
  open_folders[0] = fdopendir(root);
  if (open_folders[0] == NULL) {
    close(root);
    return -ENOMEM;
  }
  while (depth >= 0) {
    struct dirent *entry = readdir(open_folders[depth]);
    if (entry == NULL) {
      closedir(open_folders[depth--]);
      continue;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat status;
    int parent = dirfd(open_folders[depth]);
    if (fstatat(parent, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0) continue;
    // The bytes of a file with several names are divided among them.
    uint64_t names = S_ISDIR(status.st_mode) || status.st_nlink == 0 ? 1 : (uint64_t)status.st_nlink;
    *bytes += (uint64_t)status.st_blocks * 512 / names;
    *files += 1;
    if (!S_ISDIR(status.st_mode)) continue;
    if (depth + 1 == deepest) {
      *files += many;
      continue;
    }
    int inner = openat(parent, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    // The owner has denied access to the directory. It is accessible again when reviewbot owns and removes it.
    if (inner < 0) continue;
    DIR *next = fdopendir(inner);
    if (next == NULL) close(inner);
    else open_folders[++depth] = next;
  }
  return 0;
}
