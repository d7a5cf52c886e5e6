// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
package import ReviewContract

/// How the caller wants the code under review to be kept apart from the machine.
package enum SandboxChoice: String, CaseIterable, Sendable {
  /// The strongest that works. Without any, what comes from another repository is refused.
  case auto
  case bwrap
  case container
  /// The caller says that running it here is right: one's own machine, or a job that ends with its machine.
  case none

  /// The levels to try, the best first.
  package var levels: [SandboxLevel] {
    switch self {
    case .auto: [.bwrap, .container]
    case .bwrap: [.bwrap]
    case .container: [.container]
    case .none: [.none]
    }
  }
}
