// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import SystemPackage

/// Attempts to make system calls that the filter has to refuse.
///
/// Each call has no effect where it is allowed: its arguments are invalid, or it acts on a file that is removed at
/// once.
enum SystemCallEscapes {
  private static let none = UInt64.max

  /// In the working folder, where code under review may write.
  static var canSetUser: Bool {
    let name = "reviewbot-\(getpid())"
    defer { unlink(name) }
    let descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    // Without a writable folder there can be no such program.
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let path = name + "-2"
    defer { unlink(path) }
    let created = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o6700)
    if created >= 0 { close(created) }
    return fchmod(descriptor, 0o4700) == 0 || chmod(name, 0o2700) == 0 || created >= 0
  }

  /// Netlink for devices and audit, AF_VSOCK, AF_ALG, AF_PACKET and AF_XDP, SCTP and MPTCP. Every kernel has the first,
  /// so that without a filter none of the others is requested, which could load a module. Source of the numbers:
  /// linux/netlink.h, sys/socket.h and netinet/in.h.
  private static let sockets: [(family: Int32, type: Int32, protocol: Int32)] = [
    (16, 3, 15), (16, 3, 9), (40, 1, 0), (38, 5, 0), (17, 3, 0), (44, 3, 0), (2, 1, 132), (2, 1, 262),
  ]

  static var canOpenSocket: Bool {
    sockets.contains { kind in
      let descriptor = socket(kind.family, kind.type, kind.protocol)
      if descriptor >= 0 { close(descriptor) }
      return descriptor >= 0
    }
  }

  /// Requests the number of the session's keyring: KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING.
  static var canUseKeys: Bool { isAnswered("keyctl", [0, UInt64(bitPattern: -3), 0]) }

  static var canReachKernel: Bool {
    let wrong = Array(repeating: none, count: 6)
    let calls = [
      "io_uring_setup", "io_uring_enter", "userfaultfd", "bpf", "perf_event_open", "pidfd_getfd", "kcmp",
      "process_vm_readv", "name_to_handle_at", "fsconfig", "fspick", "open_tree", "mount_setattr", "add_key",
      "modify_ldt", "io_setup",
    ]
    // ADDR_COMPAT_LAYOUT: less random addresses.
    return calls.contains { isAnswered($0, wrong) } || canChangeDomain(0x20_0000)
  }

  static var canHideMemory: Bool {
    // Wrong flags, a key without a segment.
    isAnswered("memfd_create", [0, none]) || isAnswered("memfd_secret", [none]) || isAnswered("shmget", [none, 0, 0])
  }

  private static func canChangeDomain(_ domain: UInt64) -> Bool {
    let before = result("personality", [domain])
    guard before >= 0 else { return false }
    _ = result("personality", [UInt64(before)])
    return true
  }

  /// Whether the kernel examined the arguments: the result is neither a refusal (`EPERM`) nor a missing call
  /// (`ENOSYS`).
  private static func isAnswered(_ name: String, _ arguments: [UInt64]) -> Bool {
    let result = result(name, arguments)
    return result != -Int(EPERM) && result != -Int(ENOSYS)
  }

  private static func result(_ name: String, _ arguments: [UInt64]) -> Int {
    let number = reviewbot_system_call_number(name)
    guard number >= 0 else { return -Int(ENOSYS) }
    return reviewbot_system_call(number, arguments + Array(repeating: 0, count: 6 - arguments.count))
  }
}

/// The libraries that this program is linked with.
enum LinkedLibraries {
  /// The folders of the libraries outside of the system's own.
  static var folders: [FilePath] {
    let maps = KernelFile.text("/proc/self/maps") ?? ""
    // A file is mapped in several parts, and there are hundreds of them.
    let paths = maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    let libraries = Set(paths).filter { file in
      guard let name = file.split(separator: "/").last, name.contains(".so") else { return false }
      return !["/usr/", "/lib/", "/lib64/"].contains(where: file.hasPrefix)
    }
    return Set(libraries.map { FilePath($0).parent }).sorted { $0.string < $1.string }
  }

  /// All libraries, with the loader, under the names by which programs request them: mostly links.
  static var files: [FilePath] {
    var files: [FilePath] = []
    withUnsafeMutablePointer(to: &files) { pointer in
      reviewbot_each_library(
        { name, files in
          guard let name, let files else { return }
          files.assumingMemoryBound(to: [FilePath].self).pointee.append(FilePath(platformString: name))
        }, pointer)
    }
    return files
  }
}
