// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The header fields, the authentication and the events of a forge's deliveries. Names of fields are in lower case; of
/// several the first that a delivery has counts.
package struct WebhookFormat: Sendable {
  package let authentication: Authentication
  /// The fields with the id of a delivery, which is the same when it is sent again.
  package let idFields: [String]
  /// The fields with the name of the event.
  package let eventFields: [String]
  package let events: Events

  /// How a delivery proves that the sender knows the secret. Other signatures, such as GitHub's deprecated SHA-1, are
  /// ignored.
  package enum Authentication: Sendable {
    /// The HMAC-SHA256 of the body in hexadecimal, after a prefix.
    case signature(fields: [String], prefix: String)
    /// The secret itself.
    case secret(field: String)
  }

  /// The JSON of the events.
  package enum Events: Sendable {
    case github, gitlab
  }
}
