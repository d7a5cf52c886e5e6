// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Isolation
import ReviewContract

/// How the caller wants the code under review to be kept apart from the machine.
enum SandboxChoice: String, ExpressibleByArgument, CaseIterable {
  /// The strongest that works. Without any, what comes from another repository is refused.
  case auto
  case bwrap
  case container
  /// The caller says that running it here is right: one's own machine, or a job that ends with its machine.
  case none

  /// The levels to try, the best first.
  var levels: [SandboxLevel] {
    switch self {
    case .auto: [.bwrap, .container]
    case .bwrap: [.bwrap]
    case .container: [.container]
    case .none: [.none]
    }
  }
}
