// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading
import SystemPackage

/// Time, and how much patience there is with a forge.
struct ForgeConditions: Sendable {
  /// What waits between attempts and for limits.
  var clock: any Clock<Duration> = ContinuousClock()
  /// How often a request that may be repeated is sent.
  var retries = RetryPolicy(repeatsAfterLimits: false)
  /// How a forge's limits are kept.
  var limits = RateLimitPolicy()
  /// What time it is, for tokens that expire and limits that end.
  var now: @Sendable () -> Date = { Date() }
  /// The folder for answers that a forge may confirm later; without one, none is kept.
  var answers: FilePath?
  /// Told of each token that is made, so that nothing shows it.
  var learned: @Sendable (String) -> Void = { _ in }
  /// Whether an answer may be kept: not when a server repeats a secret in it.
  var mayKeep: @Sendable (Data) -> Bool = { _ in true }
  /// The tokens of apps, made once for all who ask.
  let tokens = InstallationTokenPool()
  /// The ways to the forges, one for each credential.
  let routes = RoutePool()
}
