// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A message of a forge as it came in.
package struct WebhookMessage: Sendable {
  private let fields: [String: String]
  /// The bytes as they were sent: what is signed.
  package let body: [UInt8]

  /// - Parameter fields: the header fields; of several with one name the first counts.
  package init(fields: [(name: String, value: String)], body: [UInt8]) {
    self.fields = Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    self.body = body
  }

  /// The value of a header field, whose name is given in lower case.
  func field(_ name: String) -> String? { fields[name] }
}
