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

// Writes the current contents, so that a success changes nothing.
static int rewrites(const char *path) {
  char text[4096];
  long length = contents(path, text, sizeof text);
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  int result = length >= 0 && write(descriptor, text, length) == length;
  close(descriptor);
  return result;
}

static int core_pattern(void) { return rewrites("/proc/sys/kernel/core_pattern"); }
static int modprobe(void) { return rewrites("/proc/sys/kernel/modprobe"); }
static int drop_caches(void) { return opens("/proc/sys/vm/drop_caches", O_WRONLY); }
static int sysrq(void) { return opens("/proc/sysrq-trigger", O_WRONLY); }

static int count_writable(const char *folder, int depth) {
  DIR *list = opendir(folder);
  if (!list) return 0;
  int count = 0;
  char path[4096];
  for (struct dirent *entry; (entry = readdir(list)) && count == 0;) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_type == DT_DIR) count += depth > 0 ? count_writable(path, depth - 1) : 0;
    else count += opens(path, O_WRONLY);
  }
  closedir(list);
  return count;
}

static int any_setting(void) { return count_writable("/proc/sys", 8) > 0; }
static int any_of_sys(void) { return count_writable("/sys", 4) > 0; }

static int oom_score(void) {
  int descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  return descriptor >= 0 && write(descriptor, "500", 3) == 3;
}

static int own_proc(void) {
  const char *names[] = {"oom_adj", "oom_score_adj", "uid_map", "gid_map", "setgroups", "loginuid", "coredump_filter",
                         "timerslack_ns", "attr/current", "autogroup", "clear_refs", "comm"};
  char path[128];
  for (int index = 0; index < 12; index++) {
    snprintf(path, sizeof path, "/proc/self/%s", names[index]);
    if (opens(path, O_WRONLY)) return 1;
  }
  return 0;
}

static int reads(const char *path) {
  char bytes[16];
  return contents(path, bytes, sizeof bytes) > 0;
}

static int core_memory(void) { return reads("/proc/kcore"); }
static int pages(void) { return reads("/proc/kpageflags") || reads("/proc/kpagecount") || reads("/proc/kpagecgroup"); }
static int keys(void) { return reads("/proc/keys"); }
static int allocations(void) { return reads("/proc/vmallocinfo") || reads("/proc/timer_list") || reads("/proc/sched_debug"); }
static int command_line(void) { return reads("/proc/cmdline") || reads("/proc/swaps"); }
static int messages(void) { return opens("/proc/kmsg", O_RDONLY) || opens("/dev/kmsg", O_RDONLY); }

// Each line begins with an address, which is zero if addresses are hidden.
static int has_addresses(const char *path) {
  static char text[1 << 20];
  if (contents(path, text, sizeof text) <= 0) return 0;
  for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (strtoull(line, NULL, 16) != 0) return 1;
  return 0;
}

static int symbols(void) { return has_addresses("/proc/kallsyms"); }
static int physical(void) { return opens("/dev/mem", O_RDONLY) || opens("/dev/port", O_RDONLY); }

static int devices(void) {
  const char *names[] = {"kvm", "fuse", "vsock", "vhost-vsock", "vhost-net", "net/tun", "loop-control", "loop0", "vda", "sda",
                         "nvme0n1", "mapper/control", "snapshot", "userfaultfd", "uinput", "console", "tty1", "hwrng", "rtc0"};
  char path[128];
  for (int index = 0; index < 19; index++) {
    snprintf(path, sizeof path, "/dev/%s", names[index]);
    if (opens(path, O_RDONLY)) return 1;
  }
  return 0;
}

static int groups(void) {
  struct stat status;
  return stat("/sys/fs/cgroup/cgroup.procs", &status) == 0 || stat("/sys/fs/cgroup/memory", &status) == 0;
}

static int debug(void) {
  return opens("/sys/kernel/debug", O_RDONLY) || opens("/sys/kernel/tracing", O_RDONLY) || opens("/sys/firmware", O_RDONLY);
}

const struct attempt kernel_attempts[] = {
    {"write core_pattern", core_pattern, as_root},
    {"write the path of modprobe", modprobe, maybe},
    {"write drop_caches", drop_caches, as_root},
    {"write sysrq-trigger", sysrq, maybe},
    {"write any setting of the kernel", any_setting, as_root},
    {"write anything below /sys", any_of_sys, as_root},
    {"change oom_score_adj", oom_score, always},
    {"write its own files of /proc", own_proc, always},
    {"read the memory of the kernel", core_memory, maybe},
    {"read the flags of all pages", pages, maybe},
    {"read the keys of the kernel", keys, maybe},
    {"read addresses of the kernel's allocations", allocations, as_root},
    {"read addresses of the kernel's symbols", symbols, maybe},
    {"read how the machine was started", command_line, always},
    {"read the messages of the kernel", messages, as_root},
    {"open the machine's memory", physical, maybe},
    {"open the machine's devices", devices, as_root},
    {"see control groups", groups, maybe},
    {"open what debugs the kernel", debug, maybe},
    {0},
};
