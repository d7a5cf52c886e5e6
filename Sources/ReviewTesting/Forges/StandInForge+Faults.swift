// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Faults of the forge.
extension StandInForge {
  /// Has it answer badly, beside what it already does badly.
  package func addFault(_ fault: StandInFault) async throws { try await tell("faults", fault) }

  /// Ends all faults, those of its deliveries too.
  package func clearFaults() async throws { try await clear("faults") }

  /// Sets the faults of its deliveries, instead of those before.
  ///
  /// - Parameters:
  ///   - duplicate: how often each is delivered.
  ///   - drop: the probability with which one never is.
  ///   - delay: seconds before each.
  ///   - reorder: whether two change places now and then.
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

  /// Ends the tokens that it made for an app.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package func expireTokens() async throws -> Int {
    struct Expired: Decodable {
      let expired: Int
    }
    return try await tell("expire_tokens", ["kind": "installation"], as: Expired.self).expired
  }

  /// Leaves every credential so many requests for so many seconds.
  package func limitRequests(to remaining: Int, forSeconds seconds: Int) async throws {
    try await tell("rate", ["remaining": remaining, "reset_in": seconds])
  }
}
