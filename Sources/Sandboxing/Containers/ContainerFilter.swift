// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The system calls that are refused in a container, as a profile that podman and docker read.
///
/// In the place of their own, which is longer but lets a process make namespaces. The same calls as
/// `reviewbot_system_call_filter` refuses, and with them the ways to make namespaces, which bubblewrap closes otherwise.
enum ContainerFilter {
  private struct Profile: Encodable {
    let defaultAction = "SCMP_ACT_ALLOW"
    let syscalls: [Rule]
  }

  private struct Rule: Encodable {
    let names: [String]
    let action = "SCMP_ACT_ERRNO"
    let errnoRet: Int32
    var args: [Argument] = []
  }

  private struct Argument: Encodable {
    let index = 0
    let value: Int
    let valueTwo: Int
    let op = "SCMP_CMP_MASKED_EQ"
  }

  private static let refused = [
    "ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root", "setns", "unshare", "keyctl",
    "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "kexec_load", "kexec_file_load", "init_module",
    "finit_module", "delete_module", "open_by_handle_at", "quotactl", "swapon", "swapoff", "reboot", "acct",
    "settimeofday", "io_uring_setup", "io_uring_enter", "io_uring_register", "open_tree", "move_mount", "fsopen",
    "fsmount", "mount_setattr",
  ]
  /// The flags of clone(2) that make a namespace: mount, control group, host name, IPC, user, process, network.
  private static let namespaces = [
    0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
  ]

  static func write(to path: FilePath) throws {
    // clone3 has its flags in memory, where a filter does not look; libraries do without when it is not there.
    let profile = Profile(
      syscalls: [Rule(names: refused, errnoRet: EPERM), Rule(names: ["clone3"], errnoRet: ENOSYS)]
        + namespaces.map { Rule(names: ["clone"], errnoRet: EPERM, args: [Argument(value: $0, valueTwo: $0)]) })
    try JSONEncoder().encode(profile).write(to: URL(fileURLWithPath: path.string))
  }
}
