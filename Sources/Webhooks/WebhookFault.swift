// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A message that is authentic and cannot be understood.
package struct WebhookFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
