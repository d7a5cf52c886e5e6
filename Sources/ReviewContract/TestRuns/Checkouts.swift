// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import SystemPackage

/// The paths of folders in every sandbox. They are constant, because SwiftPM and the compiler write absolute paths into
/// a build folder, which later runs on this host use again.
package enum CheckoutNames {
  /// The checkout, with the build folders in it.
  package static let source: FilePath = "/box/source"
  /// The home folder and the results of one run.
  package static let run: FilePath = "/box/run"
  /// The scratch folder for coverage.
  package static let coverage: FilePath = "/box/coverage"
}

/// A tree of a pull request.
package enum CheckoutSide: String, Codable, Sendable {
  /// The head as pushed.
  case head
  /// The result of the merge.
  case merge
}

/// The trees of a pull request that are built and tested.
package enum TestedTrees: String, Codable, Sendable, CaseIterable {
  /// The head as pushed.
  case head
  /// The result of the merge.
  case merge
  /// The head as pushed, then the result of the merge; once if they are the same.
  case both
}

/// Unused ids of users and groups, one for each concurrent review: `200000-200063`.
package struct IDRange: Hashable, Codable, Sendable, CustomStringConvertible {
  package let first: UInt32
  package let last: UInt32

  /// The minimum id: lower ones belong to the system, and a distribution may assign them at any time.
  package static let least: UInt32 = 1000
  /// The maximum id: the two above mean "no id". Source: chown(2), setresuid(2).
  package static let greatest: UInt32 = .max - 2
  package static let maximumCount = 4096

  /// Creates a range; `nil` if it is empty, too large, or contains ids that cannot be assigned.
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

/// The isolation of code under review from its host.
package enum SandboxLevel: String, Codable, Sendable, CaseIterable {
  /// Namespaces created by bubblewrap: no network, a read-only system, only the workspace writable.
  case bwrap
  /// A container of podman or docker without network.
  case container
  /// Not at all.
  case none
}
