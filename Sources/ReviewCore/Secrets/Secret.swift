// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A text that must not be seen, such as a token.
///
/// Printing it, interpolating it or looking into it shows `***`. It is deliberately not Codable: no file of the program holds
/// a secret.
package struct Secret: Hashable, Sendable {
  private let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// The text itself, for the one place that sends it.
  package func reveal() -> String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
