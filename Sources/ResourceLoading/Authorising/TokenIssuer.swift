// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Hands out tokens: asks a server for one, or signs one.
///
/// A ``TokenSource`` keeps what it hands out until it expires.
public protocol TokenIssuer: Sendable {
  /// Makes a new token.
  func issueToken() async throws(TransportError) -> AccessToken
}
