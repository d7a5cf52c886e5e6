// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Who the code under review is in a container, and outside of it: never root in either.
struct ContainerUser: Sendable {
  let program: FilePath
  /// Whether the container program is started by root.
  let isRoot: Bool
  /// The id outside: of a review that root started, otherwise ours.
  let id: UInt32
  /// Whether the container has a user namespace.
  let isMapped: Bool

  /// The same number as in the other sandbox.
  private static let guest = BubblewrapArguments.user
  /// Ids that no account of this machine has, for all others in the container.
  private static let nobodies = 1 << 20
  private static let count = 1 << 16

  init(_ settings: SandboxSettings, program: FilePath) {
    self.init(
      program: program, isRoot: geteuid() == 0, id: settings.guest ?? geteuid(), isMapped: settings.mapsUsers)
  }

  init(program: FilePath, isRoot: Bool, id: UInt32, isMapped: Bool) {
    self.program = program
    self.isRoot = isRoot
    self.id = id
    self.isMapped = isMapped && program.isPodman
  }

  var arguments: [String] {
    switch (isMapped, isRoot) {
    case (true, true):
      Self.mapping("--uidmap", self: Int(id), others: Self.nobodies)
        + Self.mapping("--gidmap", self: Int(id), others: Self.nobodies) + Self.inside
    // Podman counts from its own namespace, in which we are 0 and the ids of /etc/subuid begin with 1.
    case (true, false):
      Self.mapping("--uidmap", self: 0, others: 1) + Self.mapping("--gidmap", self: 0, others: 1) + Self.inside
    // In podman's own namespace we are 0.
    case (false, false) where program.isPodman: ["--user", "0:0"]
    case (false, _): ["--user", "\(id):\(id)"]
    }
  }

  private static let inside = ["--user", "\(guest):\(guest)"]

  private static func mapping(_ option: String, self: Int, others: Int) -> [String] {
    let next = guest + 1
    // The numbers of the others, without a gap for us where there are only as many.
    let rest = others == 1 ? next : others + next
    return [
      option, "0:\(others):\(guest)", option, "\(guest):\(self):1", option, "\(next):\(rest):\(count - next)",
    ]
  }
}

extension FilePath {
  /// Podman does some things that docker does not.
  var isPodman: Bool { lastComponent?.string == "podman" }
}
