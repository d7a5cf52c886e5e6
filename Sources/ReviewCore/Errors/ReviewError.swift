// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An error that a person will read: what could not be done, with what, and what to do about it.
///
/// Every port has a type of its own that conforms. The values are plain text, so that they cross from a child process
/// to its parent.
package protocol ReviewError: Error, Codable, Hashable, CustomStringConvertible {
  associatedtype Code: RawRepresentable<String>, Codable, Hashable, Sendable

  var code: Code { get }
  /// What could not be done and with what, in one sentence without a full stop.
  var message: String { get }
  /// What the reader can do now, in one sentence without a full stop.
  var remedy: String? { get }
  /// What the failing part itself said.
  var underlying: String? { get }
}

extension ReviewError {
  package var description: String {
    let cause = underlying.map { ": \($0)" } ?? ""
    let advice = remedy.map { "; \($0)" } ?? ""
    return message + cause + advice
  }
}
