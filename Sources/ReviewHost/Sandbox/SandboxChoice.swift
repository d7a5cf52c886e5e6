// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
package import ReviewContract

/// The isolation of the code under review that the caller requests.
package enum SandboxChoice: String, CaseIterable, Sendable {
  /// The strongest sandbox that works. Without any, pull requests from other repositories are refused.
  case auto
  case bwrap
  case container
  /// No isolation: for the developer's own code, or a CI job on a disposable host.
  case none

  /// The levels to try, in order of preference.
  package var levels: [SandboxLevel] {
    switch self {
    case .auto: [.bwrap, .container]
    case .bwrap: [.bwrap]
    case .container: [.container]
    case .none: [.none]
    }
  }
}
