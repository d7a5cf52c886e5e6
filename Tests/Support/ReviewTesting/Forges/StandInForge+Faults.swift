// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Faults of the forge.
extension StandInForge {
  /// Adds a fault of the forge's responses.
  package func addFault(_ fault: StandInFault) async throws { try await tell("faults", fault) }

  /// Removes all faults, including those of deliveries.
  package func clearFaults() async throws { try await clear("faults") }

  /// Replaces the faults of deliveries.
  ///
  /// - Parameters:
  ///   - duplicate: how often each one is delivered.
  ///   - drop: the probability that one is not delivered.
  ///   - delay: seconds before each one.
  ///   - reorder: whether one sometimes overtakes another.
  package func webhookFault(
    duplicate: Int? = nil, drop: Double? = nil, delay: Double? = nil, reorder: Bool? = nil, tampering: Tampering? = nil
  ) async throws {
    struct Fault: Encodable {
      let duplicate: Int?
      let drop, delay: Double?
      let reorder: Bool?
      let tamper: Tampering?
    }
    let fault = Fault(duplicate: duplicate, drop: drop, delay: delay, reorder: reorder, tamper: tampering)
    try await tell("webhook_faults", fault)
  }

  /// Expires the tokens that the forge issued for an app.
  ///
  /// - Returns: the number of expired tokens.
  @discardableResult
  package func expireTokens() async throws -> Int {
    struct Expired: Decodable {
      let expired: Int
    }
    return try await tell("expire_tokens", ["kind": "installation"], as: Expired.self).expired
  }

  /// Sets the rate limit: the remaining requests, and the seconds until the reset.
  package func limitRequests(to remaining: Int, forSeconds seconds: Int) async throws {
    try await tell("rate", ["remaining": remaining, "reset_in": seconds])
  }
}
