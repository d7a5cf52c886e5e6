// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import NetworkAddressing

import Webhooks

/// How much the intake takes at once. Who sends has not proved anything yet while most of these count.
package struct IntakeLimits: Hashable, Sendable {
  /// The largest body of a message, in bytes.
  package var body = WebhookForm.largestBody
  /// The bytes of all bodies that are being read and not yet checked.
  package var bodiesInFlight = 64 << 20
  package var connections = 1_000
  /// Addresses that may have all connections, such as that of a server in front of this one. Every other address may have one in
  /// ``addressesForAll``.
  package var trustedProxies = AddressRange.loopback
  /// How long a message may take to come in after its header. Forges wait 10 s for an answer
  /// (https://docs.github.com/en/webhooks/using-webhooks/best-practices-for-using-webhooks), so that a later one helps nobody.
  package var request: Duration = .seconds(8)
  /// How long a connection may be silent before a header is complete, and between two requests.
  package var header: Duration = .seconds(5)
  /// How long, and for how many bytes, a connection lasts after the answer that ends it while its request still comes in. A client
  /// that is still sending would lose the answer if the connection were closed at once.
  package var lingering: Duration = .seconds(1)
  package var lingeringBytes = 1 << 20
  /// How long requests that are in work may take to end when the server is stopped.
  package var stopping: Duration = .seconds(5)

  /// So many addresses take all connections together: a single one, however slowly it sends, leaves room for others.
  static let addressesForAll = 10

  package init() {}
}
