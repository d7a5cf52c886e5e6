// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import ReviewContract
package import SystemPackage

/// Gives each review that root starts an unprivileged id that is unique on the whole host at that time.
package struct IDPool: Sendable {
  package let range: IDRange
  let locks: FilePath

  private static let machineLocks: FilePath = "/run/reviewbot"

  /// The pool of this process; `nil` when it is not root, because it then cannot change its id.
  ///
  /// - Parameters:
  ///   - range: the operator's range; `nil` for a built-in one.
  ///   - home: the folder for the locks when /run is not writable.
  /// - Throws: ``SandboxError`` when this host, or the container in which this process runs, does not have those ids.
  package static func ofThisProcess(_ range: IDRange?, home: FilePath) throws(SandboxError) -> IDPool? {
    guard geteuid() == 0 else { return nil }
    let map = IDMap.ofThisProcess
    guard let found = ([range].compactMap(\.self).first.map { [$0] } ?? IDRange.builtIn).first(where: map.holds) else {
      let ranges =
        range.map { "sandbox.ids: \($0)" } ?? "the ids \(IDRange.builtIn.map(\.description).joined(separator: " and "))"
      throw SandboxError(
        "cannot use \(ranges) for reviews: this host or container does not have them (/proc/self/uid_map)"
      )
    }
    let isWritable = mkdir(machineLocks.string, 0o700) == 0 || errno == EEXIST
    return IDPool(range: found, locks: isWritable && access(machineLocks.string, W_OK) == 0 ? machineLocks : home)
  }

  /// Takes an id that no review, no account and no process uses.
  package func lease() throws(SandboxError) -> IDLease {
    let busy = Self.usersOfProcesses()
    for id in range.ids where getpwuid(id) == nil && getgrgid(id) == nil && !busy.contains(id) {
      if let lease = try IDLease(id, lock: locks.appending("id-\(id).lock")) { return lease }
    }
    throw SandboxError(
      "all ids of sandbox.ids: \(range) are in use; give it a larger range, or run fewer reviews at once")
  }

  private static func usersOfProcesses() -> Set<UInt32> {
    Set(
      ProcessTable.ids.compactMap { process in
        var status = stat()
        return stat("/proc/\(process)", &status) == 0 ? status.st_uid : nil
      })
  }
}

/// An id that is used by one review. Released on deinitialization, also when the process dies.
package final class IDLease: Sendable {
  package let id: UInt32
  private let lock: Int32

  /// Returns `nil` when another review has the id.
  init?(_ id: UInt32, lock path: FilePath) throws(SandboxError) {
    let descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SandboxError("cannot open \(path): \(String(cString: strerror(errno)))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.id = id
    lock = descriptor
  }

  deinit {
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(lock, LOCK_UN)
    close(lock)
  }
}

/// The ids in the user namespace of this process: in a container often 0 to 65535 only.
struct IDMap: Sendable {
  private let ranges: [ClosedRange<UInt32>]

  /// - Parameter text: lines with the first id inside, the first outside, and a count. Source: user_namespaces(7).
  init(_ text: String) {
    ranges = text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      guard numbers.count == 3, numbers[2] > 0 else { return nil }
      return numbers[0]...(numbers[0] + (numbers[2] - 1))
    }
  }

  static var ofThisProcess: IDMap { IDMap(KernelFile.text("/proc/self/uid_map") ?? "") }

  func holds(_ range: IDRange) -> Bool {
    ranges.contains { $0.contains(range.first) && $0.contains(range.last) }
  }
}

extension IDRange {
  /// Unused in every distribution's defaults: above the ids of users and below those of containers; and, for containers
  /// that have 65536 ids, those that systemd leaves unused. Source: https://systemd.io/UIDS-GIDS.
  static let builtIn = [IDRange(200_000, 200_063), IDRange(60_600, 60_663)].compactMap(\.self)
}

/// A user namespace with a single id, which root creates for a review before it assumes that id: some kernels allow
/// only root to create one (`kernel.unprivileged_userns_clone`, AppArmor's restriction). It belongs to the id, which
/// may join it and create the sandbox's other namespaces in it. No further user namespace can be created below it.
///
/// The namespace is bound to a file, by a mount in the mount namespace of the review.
struct UserNamespace: Sendable {
  let file: FilePath
}

extension UserNamespace {
  /// Creates the namespace. The process must be root with a private mount namespace and a single thread.
  ///
  /// - Parameter file: created; empty for every process that does not see the mount.
  /// - Throws: ``SandboxError`` where root lacks the permission as well, as in most containers.
  init(creatingAt file: FilePath, for user: UInt32) throws(SandboxError) {
    let descriptor = open(file.string, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    let result = descriptor < 0 ? -errno : close(descriptor)
    let made = result < 0 ? result : reviewbot_make_user_namespace(user, UInt32(BubblewrapArguments.user), file.string)
    try SandboxError.check(made, "cannot create a user namespace for the id \(user)")
    self.init(file: file)
  }

  /// Whether the namespace exists: root may have been refused.
  var isThere: Bool {
    var magic: UInt32 = 0
    return reviewbot_file_system(file.string, &magic) == 0 && magic == Self.namespaces
  }

  /// NSFS_MAGIC of linux/magic.h.
  private static let namespaces: UInt32 = 0x6e73_6673
}
