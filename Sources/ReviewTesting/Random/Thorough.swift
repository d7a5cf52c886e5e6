// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Testing

/// Tests that `make test` leaves out, because they take long and what they show is also shown, in part, by a quicker one.
/// `make thorough` runs them, and so does CI.
package enum Thorough {
  /// `REVIEWBOT_THOROUGH` or `REVIEWBOT_SOAK` is set.
  package static let isOn =
    Soak.isLong || ProcessInfo.processInfo.environment["REVIEWBOT_THOROUGH"]?.isEmpty == false
}

extension Trait where Self == ConditionTrait {
  /// For a test, or a suite, that `make test` leaves out.
  package static var thorough: Self { .enabled(if: Thorough.isOn, "takes long: make thorough runs it, and CI does") }
}
