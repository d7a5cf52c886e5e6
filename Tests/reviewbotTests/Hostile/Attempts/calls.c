// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "attempts.h"

#include <sys/syscall.h>

// Calls that some architectures do not have.
#ifndef SYS_modify_ldt
#define SYS_modify_ldt -1
#endif
#ifndef SYS_iopl
#define SYS_iopl -1
#define SYS_ioperm -1
#endif
#ifndef SYS_create_module
#define SYS_create_module -1
#endif

// Calls since Linux 5.1 have the same number on all architectures; older headers do not define them.
enum {
  open_tree = 428, move_mount, fsopen, fsconfig, fsmount, fspick, quotactl_fd = 443, memfd_secret = 447, process_mrelease,
  cachestat = 451, statmount = 457, listmount, lsm_list_modules = 461, open_tree_attr = 467, file_getattr, file_setattr, listns,
  io_uring_setup = 425, io_uring_enter, io_uring_register, process_madvise = 440, mount_setattr = 442, pidfd_getfd = 438,
  landlock_or_later = 500,
};

#define WRONG {-1, -1, -1, -1, -1, -1}

// Calls that code under review could make. A call works if the kernel processes its arguments.
const struct call calls[] = {
    {"io_uring_setup", io_uring_setup, {-1, 0}, maybe},
    {"io_uring_enter", io_uring_enter, WRONG, maybe},
    {"io_uring_register", io_uring_register, WRONG, maybe},
    {"io_setup", SYS_io_setup, {0, 0}, always},
    {"userfaultfd", SYS_userfaultfd, {-1}, maybe},
    {"bpf", SYS_bpf, {-1, 0, 0}, as_root},
    {"perf_event_open", SYS_perf_event_open, {0, 0, -1, -1, -1}, maybe},
    {"keyctl", SYS_keyctl, {0, -3, 0}, maybe},
    {"add_key", SYS_add_key, {0, 0, 0, 0, -3}, maybe},
    {"request_key", SYS_request_key, {0, 0, 0, -3}, maybe},
    {"mount", SYS_mount, {0, 0, 0, 0, 0}, maybe},
    {"umount2", SYS_umount2, {0, 0}, maybe},
    {"pivot_root", SYS_pivot_root, {0, 0}, as_root},
    {"chroot", SYS_chroot, {0}, always},
    {"open_tree", open_tree, WRONG, maybe},
    {"open_tree_attr", open_tree_attr, WRONG, maybe},
    {"move_mount", move_mount, WRONG, as_root},
    {"fsopen", fsopen, {0, -1}, as_root},
    {"fsconfig", fsconfig, WRONG, maybe},
    {"fsmount", fsmount, WRONG, as_root},
    {"fspick", fspick, {-1, 0, -1}, as_root},
    {"mount_setattr", mount_setattr, WRONG, as_root},
    {"statmount", statmount, {0, 0, 0, -1}, maybe},
    {"listmount", listmount, {0, 0, 0, -1}, maybe},
    {"listns", listns, {0, 0, 0, -1}, maybe},
    {"process_vm_readv", SYS_process_vm_readv, {1, 0, 0, 0, 0, -1}, always},
    {"process_vm_writev", SYS_process_vm_writev, {1, 0, 0, 0, 0, -1}, always},
    {"process_madvise", process_madvise, WRONG, maybe},
    {"process_mrelease", process_mrelease, WRONG, maybe},
    {"pidfd_getfd", pidfd_getfd, WRONG, always},
    {"kcmp", SYS_kcmp, {-1, -1, -1, 0, 0}, maybe},
    {"move_pages", SYS_move_pages, {-1, 0, 0, 0, 0, -1}, maybe},
    {"migrate_pages", SYS_migrate_pages, {-1, 0, 0, 0}, maybe},
    {"name_to_handle_at", SYS_name_to_handle_at, WRONG, always},
    {"open_by_handle_at", SYS_open_by_handle_at, WRONG, as_root},
    {"setns", SYS_setns, {-1, 0}, always},
    {"unshare of a namespace for users", SYS_unshare, {0x10000000 | 1}, always},
    {"modify_ldt", SYS_modify_ldt, {3, 0, 0}, maybe},
    {"iopl", SYS_iopl, {9}, maybe},
    {"ioperm", SYS_ioperm, {-1, -1, 0}, maybe},
    {"kexec_load", SYS_kexec_load, {0, -1, 0, -1}, maybe},
    {"kexec_file_load", SYS_kexec_file_load, {-1, -1, 0, 0, -1}, maybe},
    {"init_module", SYS_init_module, {0, 0, 0}, maybe},
    {"finit_module", SYS_finit_module, {-1, 0, -1}, maybe},
    {"delete_module", SYS_delete_module, {0, 0}, maybe},
    {"reboot", SYS_reboot, {1, 2, 3, 0}, as_root},
    {"swapon", SYS_swapon, {0, -1}, as_root},
    {"swapoff", SYS_swapoff, {0}, as_root},
    {"acct", SYS_acct, {-1}, maybe},
    {"quotactl", SYS_quotactl, {-1, 0, 0, 0}, never},
    {"quotactl_fd", quotactl_fd, {-1, -1, 0, 0}, maybe},
    {"clock_settime", SYS_clock_settime, {-1, 0}, never},
    {"settimeofday", SYS_settimeofday, {-1, -1}, never},
    {"adjtimex", SYS_adjtimex, {0}, never},
    {"clock_adjtime", SYS_clock_adjtime, {0, 0}, never},
    {"sethostname", SYS_sethostname, {0, -1}, as_root},
    {"setdomainname", SYS_setdomainname, {0, -1}, as_root},
    {"syslog", SYS_syslog, {3, 0, -1}, maybe},
    {"vhangup", SYS_vhangup, {0}, never},
    {"fanotify_init", SYS_fanotify_init, {-1, -1}, maybe},
    {"personality with fewer random addresses", SYS_personality, {0x200000}, always},
    {"personality with executable memory", SYS_personality, {0x400000}, always},
    {"memfd_secret", memfd_secret, {-1}, maybe},
    {"memfd_create", SYS_memfd_create, {0, -1}, always},
    {"shmget", SYS_shmget, {-1, 0, 0}, always},
    {"msgget", SYS_msgget, {-1, 0}, always},
    {"semget", SYS_semget, {-1, 0, 0}, always},
    {"vmsplice", SYS_vmsplice, {-1, 0, 0, -1}, maybe},
    {"lookup_dcookie", SYS_lookup_dcookie, WRONG, maybe},
    {"file_setattr", file_setattr, WRONG, maybe},
    {"cachestat", cachestat, WRONG, maybe},
    {"a call that is newer than the sandbox", landlock_or_later, {0}, never},
    {0},
};
