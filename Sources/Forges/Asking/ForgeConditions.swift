// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading

/// Time, and how much patience there is with a forge.
struct ForgeConditions: Sendable {
  /// What waits between attempts.
  let clock: any Clock<Duration>
  /// How often a request that may be repeated is sent.
  let retries: RetryPolicy
  /// What time it is, for tokens that expire.
  let now: @Sendable () -> Date
  /// The tokens of apps, made once for all who ask.
  let tokens = InstallationTokenPool()
}
