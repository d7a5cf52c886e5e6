// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import SystemPackage

/// The names of folders in every sandbox, so that a build folder can be used by the next run anywhere on this
/// machine: SwiftPM and the compiler write absolute paths into it.
package enum CheckoutNames {
  /// The checkout, with the build folders in it.
  package static let source: FilePath = "/box/source"
  /// The home folder and results of one run.
  package static let run: FilePath = "/box/run"
  /// The work on coverage.
  package static let coverage: FilePath = "/box/coverage"
}

/// Which tree of a pull request is meant.
package enum CheckoutSide: String, Codable, Sendable {
  /// As pushed.
  case head
  /// As it would be after the merge.
  case merge
}

/// Which trees of a pull request are built and tested.
package enum TestedTrees: String, Codable, Sendable, CaseIterable {
  /// As pushed.
  case head
  /// As it would be after the merge.
  case merge
  /// As pushed, then as it would be after the merge; once when they are the same.
  case both
}

/// Ids of users and groups that no account has, one for each review that runs at the same time: `200000-200063`.
package struct IDRange: Hashable, Codable, Sendable, CustomStringConvertible {
  package let first: UInt32
  package let last: UInt32

  /// Below are the system's own, which a distribution may give out at any time.
  package static let least: UInt32 = 1000
  /// The two above mean "no id". Source: chown(2), setresuid(2).
  package static let greatest: UInt32 = .max - 2
  package static let maximumCount = 4096

  /// `nil` when the range is empty, too large, or holds ids that cannot be given.
  package init?(_ first: UInt32, _ last: UInt32) {
    guard first >= Self.least, last >= first, last <= Self.greatest, last - first < Self.maximumCount else {
      return nil
    }
    self.first = first
    self.last = last
  }

  /// Parses the configuration's form: two whole numbers with a dash between them.
  package init?(_ text: String) {
    let sides = text.split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2,
      sides.allSatisfy({ (1...10).contains($0.utf8.count) && $0.isASCIIDigits }),
      let first = UInt32(sides[0]), let last = UInt32(sides[1])
    else { return nil }
    self.init(first, last)
  }

  package var ids: ClosedRange<UInt32> { first...last }
  package var description: String { "\(first)-\(last)" }
}

/// How code under review is kept apart from the machine it runs on.
package enum SandboxLevel: String, Codable, Sendable, CaseIterable {
  /// In namespaces of its own, made by bubblewrap: no network, a read-only system, only the workspace writable.
  case bwrap
  /// In a container without network, made by podman or docker.
  case container
  /// Not at all.
  case none
}
