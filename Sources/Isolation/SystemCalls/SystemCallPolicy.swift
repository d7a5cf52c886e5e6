// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The system calls that a process may make, as an allow list.
///
/// A call that is not in the list, because the kernel is newer than the list, does not exist (`ENOSYS`), so that
/// libraries behave as on an older kernel. One that is known and refused fails with `EPERM`, or with `ENOSYS` where
/// libraries are known to work without it.
struct SystemCallPolicy: Sendable {
  static let errorOfUnknownCalls = ENOSYS

  let groups: [SystemCallGroup]

  var rules: [SystemCallRule] { groups.flatMap(\.rules) }

  /// The policy for code under review: calls for building, testing and the programs started by tests.
  ///
  /// - Parameter memoryIsLimited: whether the kernel limits the memory of all processes together (`memory.max` of a
  ///   control group). Otherwise memory is counted by process, and memory that belongs to no process is not allowed.
  static func sandbox(memoryIsLimited: Bool) -> SystemCallPolicy {
    SystemCallPolicy(
      groups: everyday + [modes, sockets, processes, devices, execution, unownedMemory(isAllowed: memoryIsLimited)]
        + [namespaces, structures] + refused)
  }

  /// The policy for a container in which reviewbot itself runs and creates sandboxes with bubblewrap: the calls of the
  /// sandbox, so that they are possible inside, and the calls of reviewbot and bubblewrap.
  static let reviewbot = SystemCallPolicy(
    groups: everyday + [modes, sockets, anyProcesses, devices, execution, unownedMemory(isAllowed: true)]
      + [bubblewrap, programStructures] + refused)

  // MARK: - Calls with arguments that matter

  private static let setIDBits: UInt64 = 0o6000

  /// S_IFMT of the parameter `mode`: no kind means a file.
  private static let plainKinds: [UInt32] = [0, 0o100_000, 0o010_000, 0o140_000]
  /// O_CREAT and, without O_DIRECTORY, O_TMPFILE: the flags with which `mode` counts. The same on x86-64 and AArch64.
  private static let creatingFlags: UInt64 = 0o100 | 0o20_000_000

  private static let modes = SystemCallGroup(
    "Files, but no set-user-ID or set-group-ID ones, which would outlast the sandbox, and no devices",
    [
      SystemCallRule("chmod fchmod creat mkdir", mode(in: 1)),
      SystemCallRule("fchmodat fchmodat2 mkdirat", mode(in: 2)),
      SystemCallRule("open", mode(in: 2, whenCreatingWith: 1)),
      SystemCallRule("openat", mode(in: 3, whenCreatingWith: 2)),
      SystemCallRule("mknod", node(in: 1)),
      SystemCallRule("mknodat", node(in: 2)),
    ])

  private static func mode(in argument: Int) -> SystemCallRule.Decision {
    .allowedIf([[.lacks(setIDBits, in: argument)]], else: EPERM)
  }

  /// Conditions for a call whose `mode` argument is arbitrary when nothing is created.
  private static func mode(in argument: Int, whenCreatingWith flags: Int) -> SystemCallRule.Decision {
    .allowedIf([[.lacks(creatingFlags, in: flags)], [.lacks(setIDBits, in: argument)]], else: EPERM)
  }

  private static func node(in argument: Int) -> SystemCallRule.Decision {
    .allowedIf(plainKinds.map { [.equals($0, in: argument, mask: 0o170_000 | UInt32(setIDBits))] }, else: EPERM)
  }

  private static let sockets = SystemCallGroup(
    "Sockets: local ones, TCP and UDP, and netlink for the addresses of the own network. No packets, no way to the hypervisor, no "
      + "cryptography of the kernel, and no protocol that the kernel would load a module for",
    [
      SystemCallRule(
        "socket",
        .allowedIf(
          [[.equals(UInt32(AF_UNIX), in: 0)], [.equals(UInt32(AF_NETLINK), in: 0), .equals(0, in: 2)]]
            + [AF_INET, AF_INET6].flatMap(internet), else: EAFNOSUPPORT)),
      SystemCallRule("socketpair", .allowedIf([[.equals(UInt32(AF_UNIX), in: 0)]], else: EAFNOSUPPORT)),
    ])

  /// The type without SOCK_CLOEXEC and SOCK_NONBLOCK: a stream or datagrams. The protocol: the type's own, TCP or UDP.
  private static func internet(_ family: Int32) -> [[ArgumentCondition]] {
    [UInt32(1), 2].flatMap { type in
      [UInt32(0), 6, 17].map { number in
        [.equals(UInt32(family), in: 0), .equals(type, in: 1, mask: 0xf), .equals(number, in: 2)]
      }
    }
  }

  /// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. Source: include/uapi/linux/sched.h.
  private static let namespaceFlags: UInt64 = 0x7e02_0000

  private static let processes = SystemCallGroup(
    "Processes and threads in the same namespaces",
    "clone", .allowedIf([[.lacks(namespaceFlags, in: 0)]], else: EPERM))

  private static let anyProcesses = SystemCallGroup(
    "Processes and threads, in namespaces of their own as well", "clone")

  private static let devices = SystemCallGroup(
    "Requests to devices, but none that types into a terminal (TIOCSTI, TIOCLINUX) or has the kernel load a line "
      + "discipline (TIOCSETD)", "ioctl",
    .allowedIf([[0x5412, 0x541c, 0x5423].map { .differs(from: $0, in: 1) }], else: EPERM))

  private static let execution = SystemCallGroup(
    "The execution domain: asked for, Linux's, or the same without random addresses, which the thread sanitizer sets",
    "personality", .allowedIf([0, 0xffff_ffff, 0x4_0000].map { [.equals($0, in: 0)] }, else: EPERM))

  // MARK: - Calls that differ

  private static func unownedMemory(isAllowed: Bool) -> SystemCallGroup {
    SystemCallGroup(
      "Memory and kernel objects that belong to no process: only where the kernel counts them",
      "memfd_create shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semctl semtimedop",
      isAllowed ? .allowed : .refused(ENOSYS))
  }

  private static let structures = SystemCallGroup(
    "Arguments in memory, which a filter cannot inspect: libraries fall back to the older calls", "clone3 openat2",
    .refused(ENOSYS))

  private static let programStructures = SystemCallGroup(
    "Files below a folder, without following links: reviewbot opens files written by code under review this way",
    [SystemCallRule("openat2", .allowed), SystemCallRule("clone3", .refused(ENOSYS))])

  private static let namespaces = SystemCallGroup(
    "Namespaces and mounts", "unshare setns mount umount2 pivot_root chroot sethostname setdomainname",
    .refused(EPERM))

  /// The calls of bwrap 0.8 with the options of ``BubblewrapArguments``, and of ``SandboxEntrance`` in it.
  private static let bubblewrap = SystemCallGroup(
    "Calls that bubblewrap needs to create a sandbox, in a user namespace of its own or in one that root created for it",
    [
      SystemCallRule("unshare setns mount umount2 pivot_root sethostname chroot", .allowed),
      SystemCallRule("setdomainname", .refused(EPERM)),
    ])
}
