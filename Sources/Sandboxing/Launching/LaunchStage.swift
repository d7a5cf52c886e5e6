// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage

/// What a sandbox is for, which decides what it shows, under which names, and what can be written there.
enum LaunchStage: String, Codable, Sendable, CaseIterable {
  /// Reading the manifest, getting dependencies, building and testing.
  case package
  /// Merging and exporting coverage.
  case measurement

  struct Share: Hashable, Sendable {
    let name: FilePath
    let isWritable: Bool
  }

  /// In the order in which a request gives the folders.
  var shares: [Share] {
    switch self {
    case .package:
      [Share(name: CheckoutNames.source, isWritable: true), Share(name: CheckoutNames.run, isWritable: true)]
    case .measurement:
      [Share(name: CheckoutNames.source, isWritable: false), Share(name: CheckoutNames.coverage, isWritable: true)]
    }
  }
}
