// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How long the daemon waits for what.
package struct DaemonTimes: Hashable, Sendable {
  /// How often a lease is renewed, and a run looks whether it should stop without being told.
  package var beat: Duration = .seconds(15)
  /// How long a forge may take until its lists show what was written.
  package var settling: Duration = .seconds(15)
  /// What to wait before asking again when the forge does not know yet the head that its message told of.
  package var behindMessages: [Duration] = [.seconds(1), .seconds(3)]
  /// How long what runs may go on after the daemon was asked to stop.
  package var shutdown: Duration = .seconds(25)
  /// How often pull requests are looked for whose message was missed.
  package var reconciling: Duration = .seconds(900)
  package var housekeeping: Duration = .seconds(600)
  /// How long to wait after the queue itself failed.
  package var afterFailure: Duration = .seconds(5)

  package init() {}
}
