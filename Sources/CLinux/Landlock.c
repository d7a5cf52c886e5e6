// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int answer(long result) { return result < 0 ? -errno : (int)result; }

// Landlock's numbers are the same on every architecture. They are repeated here because the kernel headers of older
// distributions do not define them. Source: include/uapi/linux/landlock.h.
enum {
  landlock_create_ruleset = 444,
  landlock_add_rule = 445,
  landlock_restrict_self = 446,
  landlock_create_ruleset_version = 1,
  landlock_rule_path_beneath = 1,
  landlock_rule_net_port = 2,
};
static const uint64_t landlock_access_fs_execute = 1u << 0, landlock_access_fs_write_file = 1u << 1,
                      landlock_access_fs_read_file = 1u << 2, landlock_access_fs_read_dir = 1u << 3,
                      landlock_access_fs_refer = 1u << 13, landlock_access_fs_truncate = 1u << 14,
                      landlock_access_fs_ioctl_dev = 1u << 15;
// The thirteen rights of version 1, from execute to make_sym.
static const uint64_t landlock_access_fs_first = (1u << 13) - 1;
static const uint64_t landlock_access_net_bind_tcp = 1u << 0, landlock_access_net_connect_tcp = 1u << 1;
static const uint64_t landlock_scope_abstract_unix_socket = 1u << 0, landlock_scope_signal = 1u << 1;

struct landlock_ruleset {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

struct landlock_path_beneath {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

struct landlock_net_port {
  uint64_t allowed_access;
  uint64_t port;
};

int reviewbot_landlock_version(void) {
  return answer(syscall(landlock_create_ruleset, NULL, 0, landlock_create_ruleset_version));
}

// Any domain denies access to processes outside, but a ruleset must handle at least one right. Since version 6 it handles
// signals. Before, it must handle an access to files: moving them between folders, which a rule then permits everywhere.
static int landlock_ruleset(int version) {
  struct landlock_ruleset ruleset = {.scoped = landlock_scope_signal};
  if (version >= 6) return answer(syscall(landlock_create_ruleset, &ruleset, sizeof(ruleset), 0));
  ruleset.handled_access_fs = landlock_access_fs_refer;
  int descriptor = answer(syscall(landlock_create_ruleset, &ruleset, sizeof(ruleset.handled_access_fs), 0));
  if (descriptor < 0) return descriptor;
  int root = open("/", O_PATH | O_CLOEXEC);
  struct landlock_path_beneath rule = {.allowed_access = landlock_access_fs_refer, .parent_fd = root};
  int result = answer(syscall(landlock_add_rule, descriptor, landlock_rule_path_beneath, &rule, 0));
  close(root);
  if (result >= 0) return descriptor;
  close(descriptor);
  return result;
}

// A domain does not confine a process that can trace the whole machine: with CAP_PERFMON, or CAP_SYS_ADMIN, which includes it, a
// process can read the environment of any other on Linux 6.18, without a check by a security module. The other capabilities
// also give access to processes or to the kernel. Older headers do not define the last two: CAP_PERFMON and CAP_BPF.
static int drop_capabilities_to_look(void) {
  static const int dropped[] = {CAP_SYS_MODULE, CAP_SYS_RAWIO, CAP_SYS_PTRACE, CAP_SYS_ADMIN, CAP_SYSLOG, 38, 39};
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  int result = answer(syscall(SYS_capget, &header, sets));
  if (result < 0) return result;
  for (size_t index = 0; index < sizeof(dropped) / sizeof(dropped[0]); index++) {
    int number = dropped[index];
    // A failure is harmless: with no_new_privs, programs cannot regain the capability.
    prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
    struct __user_cap_data_struct *set = &sets[number / 32];
    uint32_t kept = ~(1u << (number % 32));
    set->effective &= kept;
    set->permitted &= kept;
    set->inheritable &= kept;
  }
  return answer(syscall(SYS_capset, &header, sets));
}

static uint64_t landlock_file_rights(int version) {
  uint64_t rights = landlock_access_fs_first | landlock_access_fs_refer;
  if (version >= 3) rights |= landlock_access_fs_truncate;
  if (version >= 5) rights |= landlock_access_fs_ioctl_dev;
  return rights;
}

static uint64_t landlock_rights_of(const struct reviewbot_place *place, int is_directory, int version) {
  uint64_t rights = landlock_access_fs_read_file | landlock_access_fs_execute;
  if (place->writable) rights = landlock_file_rights(version) & ~landlock_access_fs_ioctl_dev;
  if (is_directory) return place->writable ? rights : rights | landlock_access_fs_read_dir;
  // Only the rights that apply to files.
  return rights & (landlock_access_fs_read_file | landlock_access_fs_write_file | landlock_access_fs_execute |
                   landlock_access_fs_truncate);
}

static int landlock_add_place(int ruleset, const struct reviewbot_place *place, int version) {
  int descriptor = open(place->path, O_PATH | O_CLOEXEC);
  // A missing or inaccessible place needs no rule.
  if (descriptor < 0) return errno == ENOENT || errno == EACCES ? 0 : -errno;
  struct stat status;
  int result = answer(fstat(descriptor, &status));
  if (result >= 0) {
    struct landlock_path_beneath rule = {
        .allowed_access = landlock_rights_of(place, S_ISDIR(status.st_mode), version), .parent_fd = descriptor};
    result = answer(syscall(landlock_add_rule, ruleset, landlock_rule_path_beneath, &rule, 0));
  }
  close(descriptor);
  return result;
}

static int landlock_add_port(int ruleset, uint16_t port) {
  struct landlock_net_port rule = {.allowed_access = landlock_access_net_connect_tcp, .port = port};
  return answer(syscall(landlock_add_rule, ruleset, landlock_rule_net_port, &rule, 0));
}

int reviewbot_landlock_restrict(const struct reviewbot_place places[], size_t count, const uint16_t ports[],
                                int port_count) {
  int version = reviewbot_landlock_version();
  if (version < 0) return version;
  if (version < 2) return -EOPNOTSUPP;
  struct landlock_ruleset ruleset = {.handled_access_fs = landlock_file_rights(version)};
  size_t size = sizeof(ruleset.handled_access_fs);
  // Landlock 4 is part of Linux 6.7.
  int restricts_ports = port_count >= 0 && version >= 4;
  if (restricts_ports) {
    ruleset.handled_access_net = landlock_access_net_bind_tcp | landlock_access_net_connect_tcp;
    size = offsetof(struct landlock_ruleset, scoped);
  }
  if (version >= 6) {
    ruleset.scoped = landlock_scope_signal | landlock_scope_abstract_unix_socket;
    size = sizeof(ruleset);
  }
  int descriptor = answer(syscall(landlock_create_ruleset, &ruleset, size, 0));
  if (descriptor < 0) return descriptor;
  int result = 0;
  for (size_t index = 0; index < count && result >= 0; index++)
    result = landlock_add_place(descriptor, &places[index], version);
  for (int index = 0; restricts_ports && index < port_count && result >= 0; index++)
    result = landlock_add_port(descriptor, ports[index]);
  if (result >= 0) result = reviewbot_set_no_new_privileges();
  if (result >= 0) result = answer(syscall(landlock_restrict_self, descriptor, 0));
  close(descriptor);
  return result < 0 ? result : drop_capabilities_to_look();
}

int reviewbot_landlock_isolate(void) {
  int version = reviewbot_landlock_version();
  if (version < 0) return version;
  // Version 1 always denies moving files between folders, without which builds fail.
  if (version < 2) return -EOPNOTSUPP;
  int descriptor = landlock_ruleset(version);
  if (descriptor < 0) return descriptor;
  int result = reviewbot_set_no_new_privileges();
  if (result >= 0) result = answer(syscall(landlock_restrict_self, descriptor, 0));
  close(descriptor);
  return result < 0 ? result : drop_capabilities_to_look();
}
