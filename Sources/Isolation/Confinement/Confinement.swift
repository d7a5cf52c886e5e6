// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
package import Foundation
package import SystemPackage

/// Closes the other processes of the machine to this one and its descendants.
package enum Confinement {
  /// Distinguishes the second start from the first. An argument, because arguments come only from the parent process; a
  /// variable could have been set by any ancestor.
  private static let doneArgument = "--confined"

  /// The version of Landlock in the kernel; 0 when it has none.
  package static var version: Int { max(0, Int(reviewbot_landlock_version())) }

  /// Whether the kernel supports the domain (Landlock 2, Linux 5.19 and later, unless it was switched off).
  package static var isAvailable: Bool { reviewbot_landlock_version() >= 2 }

  /// Whether a process in the domain may still mount, as one that makes a sandbox does. Domains without file rules
  /// exist only since Landlock 6, and in a domain with file rules the kernel refuses to mount.
  package static var allowsMounting: Bool { reviewbot_landlock_version() >= 6 }

  /// The resources that are closed to the program.
  package enum Domain: Sendable {
    case nothing
    /// Other processes of the host.
    case processes
    /// Other processes, all files but these, and TCP ports. The process also cannot mount.
    case files(ConfinedFiles)
  }

  /// Enters a Landlock domain, as far as the kernel has them, then starts the program again inside it: a domain belongs
  /// to a thread, and only a fresh start makes sure that every thread is in it. Returns in the second start.
  ///
  /// Must be called before anything else, on the main thread.
  ///
  /// - Parameter prepare: returns the domain, and the additional arguments of the second start. Called in the first
  ///   start only.
  /// - Throws: ``ReexecutionError`` when the program cannot be executed again, and the error of `prepare`.
  package static func enter(
    environment: [String: String], prepare: () throws -> (domain: Domain, arguments: [String])
  ) throws {
    if CommandLine.arguments.last == doneArgument { return }
    let (domain, arguments) = try prepare()
    let result: Int32 =
      switch domain {
      case .files(let files) where isAvailable: files.restrict()
      case .processes where isAvailable: reviewbot_landlock_isolate()
      case .nothing, .processes, .files: 0
      }
    // The caller relies on the features that the kernel reports.
    guard result >= 0 else { throw ReexecutionError(call: "landlock_restrict_self", number: -result) }
    throw ReexecutionError(
      call: "execve",
      number: RunningExecutable.restart(
        arguments: CommandLine.arguments + arguments + [doneArgument], environment: environment))
  }

  /// The ancestors of this process, nearest first, in whose environment the secret can be read.
  package static func ancestorsShowing(_ secret: String) -> [pid_t] {
    guard !secret.isEmpty else { return [] }
    let needle = Data(secret.utf8)
    var found: [pid_t] = []
    var process = getppid()
    while process > 0 {
      // A process that this one cannot read cannot be read by its children either.
      let environment = KernelFile.contents("/proc/\(process)/environ")
      if let environment, environment.range(of: needle) != nil { found.append(process) }
      process = ProcessTable.entry(process)?.parent ?? 0
    }
    return found
  }
}

/// The files and folders, with their contents, that a confined process can use, and the ports. Missing ones are
/// skipped.
package struct ConfinedFiles: Hashable, Codable, Sendable {
  /// To read, and to execute programs from.
  package var readable: [FilePath]
  package var writable: [FilePath]
  /// The TCP ports that the process can connect to; it can listen at none. `nil` for no restriction, which is also what
  /// a kernel before Landlock 4 (Linux 6.7) does.
  package var ports: Set<UInt16>?

  /// The files that programs need on every system: libraries and tools, names of hosts and users, certificates, the
  /// clock, and the kernel's information about processes and itself. Of /etc nothing else: an operator may keep secrets
  /// there.
  package static let system: ConfinedFiles = ConfinedFiles(
    readable: [
      "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sys/fs/cgroup", "/sys/devices/system",
      "/dev/urandom", "/dev/random", "/dev/zero", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
      "/etc/alternatives", "/etc/localtime", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/passwd",
      "/etc/group",
      "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/resolv.conf", "/etc/services",
      "/etc/protocols", "/run/systemd/resolve",
    ], writable: ["/dev/null"])

  /// Closes all other files and ports to the calling thread and the processes that it starts.
  ///
  /// - Returns: a negative error number on failure.
  func restrict() -> Int32 {
    let paths = (readable + writable).map(\.string)
    return CStringList.withPointers(paths) { pointers in
      let entries = paths.indices.map { index in
        reviewbot_place(path: pointers[index], writable: index < readable.count ? 0 : 1)
      }
      let ports = ports?.sorted()
      return reviewbot_landlock_restrict(entries, entries.count, ports ?? [], Int32(ports?.count ?? -1))
    }
  }
}
