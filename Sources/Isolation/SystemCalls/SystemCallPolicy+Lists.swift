// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

extension SystemCallPolicy {
  /// Allowed with any arguments.
  ///
  /// All of these are in `@system-service` of systemd (`systemd-analyze syscall-filter @system-service`), in moby's
  /// default profile (https://github.com/moby/profiles, seccomp/default.json), or in both; `uprobe` is newer than they,
  /// and like `uretprobe`.
  static let everyday = [
    SystemCallGroup(
      "Reading, writing and moving data",
      """
      read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek sendfile copy_file_range splice tee
      readahead fadvise64 fallocate truncate ftruncate sync fsync fdatasync syncfs sync_file_range
      """),
    SystemCallGroup(
      "Files and folders by name",
      """
      access faccessat faccessat2 stat lstat fstat newfstatat statx statfs fstatfs getdents getdents64 getcwd chdir fchdir
      readlink readlinkat link linkat symlink symlinkat rename renameat renameat2 rmdir unlink unlinkat umask
      chown fchown lchown fchownat utime utimes futimesat utimensat inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
      setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat
      listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat
      """),
    SystemCallGroup(
      "Descriptors and waiting for them",
      """
      close close_range dup dup2 dup3 fcntl flock pipe pipe2 poll ppoll select pselect6
      epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 signalfd signalfd4
      timerfd_create timerfd_settime timerfd_gettime
      """),
    SystemCallGroup(
      "Calls on an existing socket; the network is the sandbox's own",
      """
      bind connect listen accept accept4 getsockname getpeername getsockopt setsockopt shutdown
      sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg
      """),
    SystemCallGroup(
      "Memory of the calling process",
      """
      brk mmap munmap mremap mprotect msync madvise mincore mlock mlock2 mlockall munlock munlockall mseal
      pkey_alloc pkey_free pkey_mprotect remap_file_pages membarrier map_shadow_stack
      """),
    SystemCallGroup(
      "Programs, processes and threads; other processes are those of the sandbox",
      """
      fork vfork execve execveat exit exit_group wait4 waitid pidfd_open pidfd_send_signal
      getpid getppid gettid getpgid getpgrp setpgid getsid setsid set_tid_address set_robust_list get_robust_list
      futex futex_wait futex_wake futex_requeue futex_waitv rseq arch_prctl prctl getrusage times
      getrlimit setrlimit prlimit64 getpriority setpriority ioprio_get ioprio_set getcpu
      """),
    SystemCallGroup(
      "Scheduling of threads; without a capability, none of these takes CPU time from others",
      """
      sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_setparam sched_getscheduler sched_setscheduler
      sched_getattr sched_setattr sched_get_priority_max sched_get_priority_min sched_rr_get_interval
      """),
    SystemCallGroup(
      "Signals",
      """
      kill tkill tgkill rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait rt_sigqueueinfo
      rt_tgsigqueueinfo sigaltstack pause alarm restart_syscall
      """),
    SystemCallGroup(
      "Clocks and timers",
      """
      time gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep getitimer setitimer
      timer_create timer_settime timer_gettime timer_getoverrun timer_delete
      """),
    SystemCallGroup(
      "Users and groups, of which there is one, and capabilities, of which there are none",
      """
      getuid geteuid getgid getegid getresuid getresgid getgroups setuid setgid setreuid setregid setresuid setresgid
      setgroups setfsuid setfsgid capget capset
      """),
    SystemCallGroup("Information about the machine", "uname sysinfo getrandom"),
    SystemCallGroup(
      "Message queues of the sandbox's IPC namespace, bounded by RLIMIT_MSGQUEUE",
      "mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr"),
    SystemCallGroup(
      "Programs that confine themselves further, which grants no access",
      "seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self"),
    SystemCallGroup(
      "Made by the kernel's probes in a process that is traced from outside", "uretprobe uprobe"),
  ]
}

extension SystemCallPolicy {
  /// Refused with any arguments, by the sandbox and around reviewbot.
  static let refused = [
    SystemCallGroup(
      "Tracing and controlling other processes",
      """
      ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp process_madvise process_mrelease move_pages migrate_pages
      """, .refused(EPERM)),
    SystemCallGroup(
      "The new mount API",
      "open_tree open_tree_attr move_mount fsopen fsconfig fsmount fspick mount_setattr", .refused(EPERM)),
    SystemCallGroup(
      "Files by handle instead of by path, which bypasses mounts", "name_to_handle_at open_by_handle_at",
      .refused(EPERM)),
    SystemCallGroup(
      "Kernel keyrings, which have no namespaces", "add_key request_key keyctl", .refused(EPERM)),
    SystemCallGroup(
      "Programs and probes in the kernel, and monitoring of the whole machine",
      "bpf perf_event_open fanotify_init fanotify_mark syslog", .refused(EPERM)),
    SystemCallGroup(
      "The machine: its kernel, modules, clock, disks, quotas, accounting and ports",
      """
      kexec_load kexec_file_load reboot init_module finit_module delete_module settimeofday clock_settime clock_adjtime adjtimex
      swapon swapoff quotactl quotactl_fd acct iopl ioperm vhangup
      """, .refused(EPERM)),
    SystemCallGroup(
      "Processor segments and pages gifted to a pipe, which have had vulnerabilities and are rarely needed",
      "modify_ldt vmsplice",
      .refused(EPERM)),
    SystemCallGroup(
      "NUMA memory policies", "mbind set_mempolicy get_mempolicy set_mempolicy_home_node",
      .refused(EPERM)),
    SystemCallGroup(
      "Parts of the kernel with the largest attack surface, or with limits for the whole machine (aio-max-nr)",
      """
      io_uring_setup io_uring_enter io_uring_register userfaultfd
      io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents
      """, .refused(ENOSYS)),
    SystemCallGroup(
      "Memory that cannot be accounted for, and which pages of a file are in memory", "memfd_secret cachestat",
      .refused(ENOSYS)),
    SystemCallGroup(
      "Mounts and the names of the machine; namespaces, security modules, attributes of files: too new to be needed",
      """
      statmount listmount listns lsm_get_self_attr lsm_set_self_attr lsm_list_modules file_getattr file_setattr
      """, .refused(ENOSYS)),
    SystemCallGroup(
      "Removed from the kernel, for 32-bit processes only, or obsolete",
      """
      _sysctl afs_syscall create_module epoll_ctl_old epoll_wait_old get_kernel_syms get_thread_area set_thread_area getpmsg putpmsg
      lookup_dcookie nfsservctl query_module security sysfs tuxcall uselib ustat vserver
      """, .refused(ENOSYS)),
  ]
}
