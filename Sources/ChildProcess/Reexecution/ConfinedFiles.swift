// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
package import SystemPackage

/// The files and folders, with their contents, that a confined process can use. Missing ones are skipped.
package struct ConfinedFiles: Hashable, Codable, Sendable {
  /// To read, and to start programs from.
  package var readable: [FilePath]
  package var writable: [FilePath]

  package init(readable: [FilePath], writable: [FilePath]) {
    self.readable = readable
    self.writable = writable
  }

  /// What programs need of every system: libraries and tools, names of hosts and users, certificates, the clock, and what the kernel
  /// says of processes and of itself. Of /etc nothing else: an operator may keep secrets there.
  package static let system: ConfinedFiles = ConfinedFiles(
    readable: [
      "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sys/fs/cgroup", "/sys/devices/system",
      "/dev/urandom", "/dev/random", "/dev/zero", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
      "/etc/alternatives", "/etc/localtime", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/passwd",
      "/etc/group",
      "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/resolv.conf", "/etc/services",
      "/etc/protocols", "/run/systemd/resolve",
    ], writable: ["/dev/null"])

  /// Closes all others to the calling thread and what it starts.
  ///
  /// - Returns: a negative error number when it does not work.
  func restrict() -> Int32 {
    let paths = (readable + writable).map(\.string)
    return CStringList.withPointers(paths) { pointers in
      let places = paths.indices.map { index in
        reviewbot_place(path: pointers[index], writable: index < readable.count ? 0 : 1)
      }
      return reviewbot_landlock_restrict(places, places.count)
    }
  }
}
