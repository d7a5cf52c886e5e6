// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

extension SystemCallPolicy {
  /// Refused with any arguments, by the sandbox and around reviewbot.
  static let refused = [
    SystemCallGroup(
      "Looking into and steering other processes",
      """
      ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp process_madvise process_mrelease move_pages migrate_pages
      """, .refused(EPERM)),
    SystemCallGroup(
      "The newer ways to mount",
      "open_tree open_tree_attr move_mount fsopen fsconfig fsmount fspick mount_setattr", .refused(EPERM)),
    SystemCallGroup(
      "Files by number instead of by name, past the mounts", "name_to_handle_at open_by_handle_at", .refused(EPERM)),
    SystemCallGroup(
      "Keys of the kernel, which are not in a namespace", "add_key request_key keyctl", .refused(EPERM)),
    SystemCallGroup(
      "Programs and probes in the kernel, and watching the whole machine",
      "bpf perf_event_open fanotify_init fanotify_mark syslog", .refused(EPERM)),
    SystemCallGroup(
      "The machine: its kernel, modules, clock, disks, quotas, accounting and ports",
      """
      kexec_load kexec_file_load reboot init_module finit_module delete_module settimeofday clock_settime clock_adjtime adjtimex
      swapon swapoff quotactl quotactl_fd acct iopl ioperm vhangup
      """, .refused(EPERM)),
    SystemCallGroup(
      "Segments of the processor and pages lent to a pipe, which have had holes and nobody needs",
      "modify_ldt vmsplice",
      .refused(EPERM)),
    SystemCallGroup(
      "Where memory lies on machines with several banks", "mbind set_mempolicy get_mempolicy set_mempolicy_home_node",
      .refused(EPERM)),
    SystemCallGroup(
      "Parts of the kernel with the most ways out, or with limits that count for the whole machine (aio-max-nr)",
      """
      io_uring_setup io_uring_enter io_uring_register userfaultfd
      io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents
      """, .refused(ENOSYS)),
    SystemCallGroup(
      "Memory that nobody can count, and what others have of a file in memory", "memfd_secret cachestat",
      .refused(ENOSYS)),
    SystemCallGroup(
      "What is mounted, with the machine's names; namespaces, security modules, attributes of files: too new to be needed",
      """
      statmount listmount listns lsm_get_self_attr lsm_set_self_attr lsm_list_modules file_getattr file_setattr
      """, .refused(ENOSYS)),
    SystemCallGroup(
      "Gone from the kernel, of 32-bit processes, or replaced long ago",
      """
      _sysctl afs_syscall create_module epoll_ctl_old epoll_wait_old get_kernel_syms get_thread_area set_thread_area getpmsg putpmsg
      lookup_dcookie nfsservctl query_module security sysfs tuxcall uselib ustat vserver
      """, .refused(ENOSYS)),
  ]
}
