// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <asm/unistd.h>
#include <errno.h>
#include <linux/audit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Calls that the headers of older distributions do not define. From 424 on, the numbers are the same on all architectures.
// Source: scripts/syscall.tbl, and for 335 and 336 arch/x86/entry/syscalls/syscall_64.tbl, of Linux 6.18 and 6.19.
#ifndef __NR_futex_waitv
#define __NR_futex_waitv 449
#endif
#ifndef __NR_set_mempolicy_home_node
#define __NR_set_mempolicy_home_node 450
#endif
#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_map_shadow_stack
#define __NR_map_shadow_stack 453
#endif
#ifndef __NR_futex_wake
#define __NR_futex_wake 454
#endif
#ifndef __NR_futex_wait
#define __NR_futex_wait 455
#endif
#ifndef __NR_futex_requeue
#define __NR_futex_requeue 456
#endif
#ifndef __NR_statmount
#define __NR_statmount 457
#endif
#ifndef __NR_listmount
#define __NR_listmount 458
#endif
#ifndef __NR_lsm_get_self_attr
#define __NR_lsm_get_self_attr 459
#endif
#ifndef __NR_lsm_set_self_attr
#define __NR_lsm_set_self_attr 460
#endif
#ifndef __NR_lsm_list_modules
#define __NR_lsm_list_modules 461
#endif
#ifndef __NR_mseal
#define __NR_mseal 462
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_getxattrat
#define __NR_getxattrat 464
#endif
#ifndef __NR_listxattrat
#define __NR_listxattrat 465
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif
#ifndef __NR_open_tree_attr
#define __NR_open_tree_attr 467
#endif
#ifndef __NR_file_getattr
#define __NR_file_getattr 468
#endif
#ifndef __NR_file_setattr
#define __NR_file_setattr 469
#endif
#ifndef __NR_listns
#define __NR_listns 470
#endif
#if defined(__x86_64__) && !defined(__NR_uretprobe)
#define __NR_uretprobe 335
#endif
#if defined(__x86_64__) && !defined(__NR_uprobe)
#define __NR_uprobe 336
#endif

// For a call that the architecture does not have, `number` is the unexpanded macro name instead of a number.
#define TEXT(value) #value
#define EXPANDED(value) TEXT(value)
#define CALL(name) {#name, EXPANDED(__NR_##name)},

static const struct {
  const char *name, *number;
} calls[] = {
    CALL(_sysctl) CALL(accept) CALL(accept4) CALL(access) CALL(acct) CALL(add_key) CALL(adjtimex) CALL(afs_syscall)
    CALL(alarm) CALL(arch_prctl) CALL(bind) CALL(bpf) CALL(brk) CALL(cachestat) CALL(capget) CALL(capset) CALL(chdir)
    CALL(chmod) CALL(chown) CALL(chroot) CALL(clock_adjtime) CALL(clock_getres) CALL(clock_gettime)
    CALL(clock_nanosleep) CALL(clock_settime) CALL(clone) CALL(clone3) CALL(close) CALL(close_range) CALL(connect)
    CALL(copy_file_range) CALL(creat) CALL(create_module) CALL(delete_module) CALL(dup) CALL(dup2) CALL(dup3)
    CALL(epoll_create) CALL(epoll_create1) CALL(epoll_ctl) CALL(epoll_ctl_old) CALL(epoll_pwait) CALL(epoll_pwait2)
    CALL(epoll_wait) CALL(epoll_wait_old) CALL(eventfd) CALL(eventfd2) CALL(execve) CALL(execveat) CALL(exit)
    CALL(exit_group) CALL(faccessat) CALL(faccessat2) CALL(fadvise64) CALL(fallocate) CALL(fanotify_init)
    CALL(fanotify_mark) CALL(fchdir) CALL(fchmod) CALL(fchmodat) CALL(fchmodat2) CALL(fchown) CALL(fchownat)
    CALL(fcntl) CALL(fdatasync) CALL(fgetxattr) CALL(file_getattr) CALL(file_setattr) CALL(finit_module)
    CALL(flistxattr) CALL(flock) CALL(fork) CALL(fremovexattr) CALL(fsconfig) CALL(fsetxattr) CALL(fsmount)
    CALL(fsopen) CALL(fspick) CALL(fstat) CALL(fstatfs) CALL(fsync) CALL(ftruncate) CALL(futex) CALL(futex_requeue)
    CALL(futex_wait) CALL(futex_waitv) CALL(futex_wake) CALL(futimesat) CALL(get_kernel_syms) CALL(get_mempolicy)
    CALL(get_robust_list) CALL(get_thread_area) CALL(getcpu) CALL(getcwd) CALL(getdents) CALL(getdents64)
    CALL(getegid) CALL(geteuid) CALL(getgid) CALL(getgroups) CALL(getitimer) CALL(getpeername) CALL(getpgid)
    CALL(getpgrp) CALL(getpid) CALL(getpmsg) CALL(getppid) CALL(getpriority) CALL(getrandom) CALL(getresgid)
    CALL(getresuid) CALL(getrlimit) CALL(getrusage) CALL(getsid) CALL(getsockname) CALL(getsockopt) CALL(gettid)
    CALL(gettimeofday) CALL(getuid) CALL(getxattr) CALL(getxattrat) CALL(init_module) CALL(inotify_add_watch)
    CALL(inotify_init) CALL(inotify_init1) CALL(inotify_rm_watch) CALL(io_cancel) CALL(io_destroy) CALL(io_getevents)
    CALL(io_pgetevents) CALL(io_setup) CALL(io_submit) CALL(io_uring_enter) CALL(io_uring_register)
    CALL(io_uring_setup) CALL(ioctl) CALL(ioperm) CALL(iopl) CALL(ioprio_get) CALL(ioprio_set) CALL(kcmp)
    CALL(kexec_file_load) CALL(kexec_load) CALL(keyctl) CALL(kill) CALL(landlock_add_rule)
    CALL(landlock_create_ruleset) CALL(landlock_restrict_self) CALL(lchown) CALL(lgetxattr) CALL(link) CALL(linkat)
    CALL(listen) CALL(listmount) CALL(listns) CALL(listxattr) CALL(listxattrat) CALL(llistxattr) CALL(lookup_dcookie)
    CALL(lremovexattr) CALL(lseek) CALL(lsetxattr) CALL(lsm_get_self_attr) CALL(lsm_list_modules)
    CALL(lsm_set_self_attr) CALL(lstat) CALL(madvise) CALL(map_shadow_stack) CALL(mbind) CALL(membarrier)
    CALL(memfd_create) CALL(memfd_secret) CALL(migrate_pages) CALL(mincore) CALL(mkdir) CALL(mkdirat) CALL(mknod)
    CALL(mknodat) CALL(mlock) CALL(mlock2) CALL(mlockall) CALL(mmap) CALL(modify_ldt) CALL(mount) CALL(mount_setattr)
    CALL(move_mount) CALL(move_pages) CALL(mprotect) CALL(mq_getsetattr) CALL(mq_notify) CALL(mq_open)
    CALL(mq_timedreceive) CALL(mq_timedsend) CALL(mq_unlink) CALL(mremap) CALL(mseal) CALL(msgctl) CALL(msgget)
    CALL(msgrcv) CALL(msgsnd) CALL(msync) CALL(munlock) CALL(munlockall) CALL(munmap) CALL(name_to_handle_at)
    CALL(nanosleep) CALL(newfstatat) CALL(nfsservctl) CALL(open) CALL(open_by_handle_at) CALL(open_tree)
    CALL(open_tree_attr) CALL(openat) CALL(openat2) CALL(pause) CALL(perf_event_open) CALL(personality)
    CALL(pidfd_getfd) CALL(pidfd_open) CALL(pidfd_send_signal) CALL(pipe) CALL(pipe2) CALL(pivot_root)
    CALL(pkey_alloc) CALL(pkey_free) CALL(pkey_mprotect) CALL(poll) CALL(ppoll) CALL(prctl) CALL(pread64) CALL(preadv)
    CALL(preadv2) CALL(prlimit64) CALL(process_madvise) CALL(process_mrelease) CALL(process_vm_readv)
    CALL(process_vm_writev) CALL(pselect6) CALL(ptrace) CALL(putpmsg) CALL(pwrite64) CALL(pwritev) CALL(pwritev2)
    CALL(query_module) CALL(quotactl) CALL(quotactl_fd) CALL(read) CALL(readahead) CALL(readlink) CALL(readlinkat)
    CALL(readv) CALL(reboot) CALL(recvfrom) CALL(recvmmsg) CALL(recvmsg) CALL(remap_file_pages) CALL(removexattr)
    CALL(removexattrat) CALL(rename) CALL(renameat) CALL(renameat2) CALL(request_key) CALL(restart_syscall)
    CALL(rmdir) CALL(rseq) CALL(rt_sigaction) CALL(rt_sigpending) CALL(rt_sigprocmask) CALL(rt_sigqueueinfo)
    CALL(rt_sigreturn) CALL(rt_sigsuspend) CALL(rt_sigtimedwait) CALL(rt_tgsigqueueinfo) CALL(sched_get_priority_max)
    CALL(sched_get_priority_min) CALL(sched_getaffinity) CALL(sched_getattr) CALL(sched_getparam)
    CALL(sched_getscheduler) CALL(sched_rr_get_interval) CALL(sched_setaffinity) CALL(sched_setattr)
    CALL(sched_setparam) CALL(sched_setscheduler) CALL(sched_yield) CALL(seccomp) CALL(security) CALL(select)
    CALL(semctl) CALL(semget) CALL(semop) CALL(semtimedop) CALL(sendfile) CALL(sendmmsg) CALL(sendmsg) CALL(sendto)
    CALL(set_mempolicy) CALL(set_mempolicy_home_node) CALL(set_robust_list) CALL(set_thread_area)
    CALL(set_tid_address) CALL(setdomainname) CALL(setfsgid) CALL(setfsuid) CALL(setgid) CALL(setgroups)
    CALL(sethostname) CALL(setitimer) CALL(setns) CALL(setpgid) CALL(setpriority) CALL(setregid) CALL(setresgid)
    CALL(setresuid) CALL(setreuid) CALL(setrlimit) CALL(setsid) CALL(setsockopt) CALL(settimeofday) CALL(setuid)
    CALL(setxattr) CALL(setxattrat) CALL(shmat) CALL(shmctl) CALL(shmdt) CALL(shmget) CALL(shutdown) CALL(sigaltstack)
    CALL(signalfd) CALL(signalfd4) CALL(socket) CALL(socketpair) CALL(splice) CALL(stat) CALL(statfs) CALL(statmount)
    CALL(statx) CALL(swapoff) CALL(swapon) CALL(symlink) CALL(symlinkat) CALL(sync) CALL(sync_file_range) CALL(syncfs)
    CALL(sysfs) CALL(sysinfo) CALL(syslog) CALL(tee) CALL(tgkill) CALL(time) CALL(timer_create) CALL(timer_delete)
    CALL(timer_getoverrun) CALL(timer_gettime) CALL(timer_settime) CALL(timerfd_create) CALL(timerfd_gettime)
    CALL(timerfd_settime) CALL(times) CALL(tkill) CALL(truncate) CALL(tuxcall) CALL(umask) CALL(umount2) CALL(uname)
    CALL(unlink) CALL(unlinkat) CALL(unshare) CALL(uprobe) CALL(uretprobe) CALL(uselib) CALL(userfaultfd) CALL(ustat)
    CALL(utime) CALL(utimensat) CALL(utimes) CALL(vfork) CALL(vhangup) CALL(vmsplice) CALL(vserver) CALL(wait4)
    CALL(waitid) CALL(write) CALL(writev)
};

int reviewbot_known_system_calls(void) { return (int)(sizeof(calls) / sizeof(calls[0])); }

const char *reviewbot_system_call_name(int index) {
  return index >= 0 && index < reviewbot_known_system_calls() ? calls[index].name : NULL;
}

int reviewbot_system_call_number(const char *name) {
  for (size_t index = 0; index < sizeof(calls) / sizeof(calls[0]); index++) {
    if (strcmp(calls[index].name, name) != 0) continue;
    char *end;
    long number = strtol(calls[index].number, &end, 10);
    return end != calls[index].number && *end == '\0' ? (int)number : -ENOSYS;
  }
  return -EINVAL;
}

uint32_t reviewbot_audit_architecture(void) {
#if defined(__x86_64__)
  return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  return AUDIT_ARCH_AARCH64;
#else
  return 0;
#endif
}

long reviewbot_system_call(int number, const uint64_t arguments[6]) {
  long result = syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  return result < 0 ? -errno : result;
}
