// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Testing

/// Tests that `make test` omits, because they take long and a quicker test covers a part of them. `make thorough` and
/// CI run them.
package enum Thorough {
  /// Whether `REVIEWBOT_THOROUGH` or `REVIEWBOT_SOAK` is set.
  package static let isOn =
    Soak.isLong || ProcessInfo.processInfo.environment["REVIEWBOT_THOROUGH"]?.isEmpty == false
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test, or a suite, that `make test` omits.
  package static var thorough: Self { .enabled(if: Thorough.isOn, "takes long: make thorough runs it, and CI does") }
}
