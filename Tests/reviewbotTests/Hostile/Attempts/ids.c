// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

static const int bits[] = {04755, 02755, 06711};
static char name[64];

static const char *fresh(void) {
  static int count;
  snprintf(name, sizeof name, "set-id-%d-%d", getpid(), count++);
  return name;
}

static int file(void) {
  return open(fresh(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0755);
}

// Returns whether the file has a set-user-ID or set-group-ID bit, and deletes it.
static int has_bits(const char *path) {
  struct stat status;
  int result = lstat(path, &status) == 0 && status.st_mode & (S_ISUID | S_ISGID);
  if (unlink(path) < 0) rmdir(path);
  return result;
}

// The folders in which code under review may write: checkout, build folder, home, temporary folder and results.
static int everywhere(int (*attempt)(int mode)) {
  const char *folders[] = {".", "/box/source", "/box/source/.build", "/box/run", "/box/run/home", "/box/run/tmp",
                           "/box/run/results", "/dev/shm", getenv("HOME"), getenv("TMPDIR")};
  for (int index = 0; index < 10; index++) {
    if (!folders[index] || chdir(folders[index]) < 0) continue;
    for (int next = 0; next < 3; next++)
      if (attempt(bits[next])) return 1;
  }
  return 0;
}

static int with_chmod(int mode) {
  close(file());
  chmod(name, mode);
  return has_bits(name);
}
static int with_fchmod(int mode) {
  int descriptor = file();
  fchmod(descriptor, mode);
  close(descriptor);
  return has_bits(name);
}
static int with_fchmodat(int mode) {
  close(file());
  fchmodat(AT_FDCWD, name, mode, 0);
  return has_bits(name);
}
static int with_fchmodat2(int mode) {
  close(file());
  syscall(452, AT_FDCWD, name, mode, 0);
  return has_bits(name);
}
static int with_upper_bits(int mode) {
  close(file());
  // The kernel reads only the lower half of the argument.
  syscall(SYS_fchmodat, AT_FDCWD, name, (1L << 40) | mode);
  return has_bits(name);
}
static int with_open(int mode) {
  int descriptor = open(fresh(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (descriptor >= 0) close(descriptor);
  return has_bits(name);
}
static int with_creat(int mode) {
#ifdef SYS_creat
  long descriptor = syscall(SYS_creat, fresh(), mode);
  if (descriptor >= 0) close((int)descriptor);
#endif
  return has_bits(name);
}
static int with_temporary(int mode) {
  // A file that is linked to a name afterwards.
  int descriptor = open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (descriptor < 0) return 0;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  linkat(AT_FDCWD, path, AT_FDCWD, fresh(), AT_SYMLINK_FOLLOW);
  close(descriptor);
  return has_bits(name);
}
static int with_openat2(int mode) {
  struct { uint64_t flags, mode, resolve; } how = {O_CREAT | O_WRONLY | O_EXCL, (uint64_t)mode, 0};
  long descriptor = syscall(437, AT_FDCWD, fresh(), &how, sizeof how);
  if (descriptor >= 0) close((int)descriptor);
  return has_bits(name);
}
static int with_mkdir(int mode) {
  mkdir(fresh(), mode);
  return has_bits(name);
}
static int with_mkdirat(int mode) {
  mkdirat(AT_FDCWD, fresh(), mode);
  return has_bits(name);
}
static int with_mknod(int mode) {
  mknod(fresh(), S_IFREG | mode, 0);
  return has_bits(name);
}
static int with_mknodat(int mode) {
  syscall(SYS_mknodat, AT_FDCWD, fresh(), S_IFREG | mode, 0);
  return has_bits(name);
}
static int with_capability(int mode) {
  (void)mode;
  close(file());
  struct vfs_cap_data value = {.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE, .data = {{.permitted = ~0u}}};
  int result = setxattr(name, "security.capability", &value, sizeof value, 0) == 0;
  unlink(name);
  return result;
}
static int with_device(int mode) {
  (void)mode;
  // The devices /dev/mem and /dev/sda.
  int result = mknod(fresh(), S_IFCHR | 0600, makedev(1, 1)) == 0;
  unlink(name);
  result |= mknod(fresh(), S_IFBLK | 0600, makedev(8, 0)) == 0;
  unlink(name);
  return result;
}

static int try_chmod(void) { return everywhere(with_chmod); }
static int try_fchmod(void) { return everywhere(with_fchmod); }
static int try_fchmodat(void) { return everywhere(with_fchmodat); }
static int try_fchmodat2(void) { return everywhere(with_fchmodat2); }
static int try_upper_bits(void) { return everywhere(with_upper_bits); }
static int try_open(void) { return everywhere(with_open); }
static int try_creat(void) { return everywhere(with_creat); }
static int try_temporary(void) { return everywhere(with_temporary); }
static int try_openat2(void) { return everywhere(with_openat2); }
static int try_mkdir(void) { return everywhere(with_mkdir); }
static int try_mkdirat(void) { return everywhere(with_mkdirat); }
static int try_mknod(void) { return everywhere(with_mknod); }
static int try_mknodat(void) { return everywhere(with_mknodat); }
static int try_capability(void) { return everywhere(with_capability); }
static int try_device(void) { return everywhere(with_device); }

static int root_outside(void) {
  struct stat status;
  return stat("/usr", &status) == 0 && status.st_uid == getuid();
}
static int other_user(void) {
  // Any other user.
  return setuid(getuid() + 1) == 0 || setreuid(0, 0) == 0 || setgid(getgid() + 1) == 0 || setresuid(0, 0, 0) == 0;
}
static int other_groups(void) {
  gid_t group = 0;
  return syscall(SYS_setgroups, 1, &group) == 0;
}
static int given_away(void) {
  close(file());
  int result = chown(name, getuid() + 1, -1) == 0 || chown(name, 0, 0) == 0;
  unlink(name);
  return result && getuid() != 0;
}
static int capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{0}};
  if (syscall(SYS_capget, &header, data) == 0 && (data[0].effective | data[0].permitted | data[1].effective)) return 1;
  data[0].effective = data[0].permitted = data[0].inheritable = ~0u;
  return syscall(SYS_capset, &header, data) == 0;
}
static int gains_by_programs(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }
static int higher_limits(void) {
  const int limits[] = {RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE};
  for (int index = 0; index < 6; index++) {
    struct rlimit limit;
    if (getrlimit(limits[index], &limit) < 0 || limit.rlim_max == RLIM_INFINITY) continue;
    limit.rlim_max = RLIM_INFINITY;
    if (setrlimit(limits[index], &limit) == 0) return 1;
  }
  return 0;
}
static int first_in_line(void) {
  struct sched_param parameter = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO, &parameter) == 0 || setpriority(PRIO_PROCESS, 0, -20) == 0;
}

const struct attempt id_attempts[] = {
    {"leave a set-user-ID file with chmod", try_chmod, always},
    {"leave a set-user-ID file with fchmod", try_fchmod, always},
    {"leave a set-user-ID file with fchmodat", try_fchmodat, always},
    {"leave a set-user-ID file with fchmodat2", try_fchmodat2, maybe},
    {"leave a set-user-ID file with bits above the mode", try_upper_bits, always},
    {"leave a set-user-ID file with open", try_open, always},
    {"leave a set-user-ID file with creat", try_creat, maybe},
    {"leave a set-user-ID file with O_TMPFILE", try_temporary, maybe},
    {"leave a set-user-ID file with openat2", try_openat2, maybe},
    {"leave a set-group-ID folder with mkdir", try_mkdir, maybe},
    {"leave a set-group-ID folder with mkdirat", try_mkdirat, maybe},
    {"leave a set-user-ID file with mknod", try_mknod, always},
    {"leave a set-user-ID file with mknodat", try_mknodat, always},
    {"leave a file with capabilities", try_capability, as_root},
    {"make a device", try_device, as_root},
    {"be the user who owns the system", root_outside, as_root},
    {"become another user", other_user, as_root},
    {"join another group", other_groups, as_root},
    {"give a file to another user", given_away, maybe},
    {"have capabilities", capabilities, as_root},
    {"gain rights by starting a program", gains_by_programs, maybe},
    {"raise its limits", higher_limits, maybe},
    {"come before all other processes", first_in_line, maybe},
    {0},
};
