// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Who the code under review is in a container: the owner of the folders that it is shown, under whatever number, and never
/// root there.
struct ContainerUser {
  let program: FilePath
  let user: UInt32
  let group: UInt32

  /// What root is for podman's containers: the same number as in the other sandbox.
  private static let guest = BubblewrapArguments.user
  /// Numbers that nobody of this machine has, for all others in the container.
  private static let nobodies = 1 << 20
  private static let count = 1 << 16

  var arguments: [String] {
    switch (program.isPodman, user) {
    case (true, 0):
      Self.mapping("--uidmap") + Self.mapping("--gidmap") + ["--user", "\(Self.guest):\(Self.guest)"]
    // Without root, podman makes us root in the container unless it is told to keep who we are.
    case (true, _): ["--userns", "keep-id", "--user", "\(user):\(group)"]
    case (false, _): ["--user", "\(user):\(group)"]
    }
  }

  /// The guest is our root, whose capabilities end at the container; everybody else is nobody.
  private static func mapping(_ option: String) -> [String] {
    let next = guest + 1
    return [
      option, "0:\(nobodies):\(guest)", option, "\(guest):0:1", option,
      "\(next):\(nobodies + next):\(count - next)",
    ]
  }
}

extension FilePath {
  /// Podman does some things that docker does not.
  var isPodman: Bool { lastComponent?.string == "podman" }
}
