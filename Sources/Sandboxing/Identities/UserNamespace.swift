// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// A user namespace with a single id, which root makes for a review before it becomes that id: some kernels let only root make one
/// (`kernel.unprivileged_userns_clone`, AppArmor's restriction). It belongs to the id, which may join it and make the sandbox's other
/// namespaces in it, and no further user namespace can be made below it.
///
/// A file holds it: the namespace is mounted there, in the mount namespace of the review.
struct UserNamespace: Sendable {
  let file: FilePath

  /// Makes it. The process must be root with mounts of its own, and have one thread.
  ///
  /// - Parameter file: is made, empty for all who do not see the mount.
  /// - Throws: ``SandboxError`` where root may not either, as in most containers.
  static func make(at file: FilePath, for user: UInt32) throws(SandboxError) -> UserNamespace {
    let descriptor = open(file.string, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    let result = descriptor < 0 ? -errno : close(descriptor)
    let made = result < 0 ? result : reviewbot_make_user_namespace(user, UInt32(BubblewrapArguments.user), file.string)
    guard made == 0 else {
      throw SandboxError("a user namespace for the id \(user) cannot be made: \(String(cString: strerror(-made)))")
    }
    return UserNamespace(file: file)
  }

  /// Whether there is one: root may have been refused.
  var isThere: Bool {
    var magic: UInt32 = 0
    return reviewbot_file_system(file.string, &magic) == 0 && magic == Self.namespaces
  }

  /// NSFS_MAGIC of linux/magic.h.
  private static let namespaces: UInt32 = 0x6e73_6673
}
