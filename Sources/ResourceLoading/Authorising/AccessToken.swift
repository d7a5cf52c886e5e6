// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A credential that an issuer handed out, often for a limited time.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The secret.
  public let value: String
  /// From when on it is worth nothing; `nil` when it does not expire.
  public let expiry: Date?

  /// A token with its end.
  public init(_ value: String, expiry: Date? = nil) {
    self.value = value
    self.expiry = expiry
  }

  /// Not the secret.
  public var description: String { "a token" + (expiry.map { " until \($0.formatted(.iso8601))" } ?? "") }
  /// Not the secret.
  public var debugDescription: String { description }
}
