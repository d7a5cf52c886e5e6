// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Tells a queue what time it is.
package protocol QueueClock: Sendable {
  var now: Timestamp { get }
}
