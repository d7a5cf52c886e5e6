// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The parameters with which a forge sends a person back (RFC 6749, section 4.1.2).
///
/// They come from the person's browser and can be forged: the state must be compared with that of the person's session
/// before anything else.
package struct SignInRedirect: Sendable {
  private enum Outcome: Sendable {
    case code(Secret)
    case error(String)
  }

  /// Our limit, in bytes. The parameters of all forges have less than 1,000.
  private static let longestQuery = 4_096

  package let state: String
  private let outcome: Outcome

  /// Fails without a state, with neither a code nor an error or with both, for a repeated parameter (RFC 6749,
  /// section 3.1), and for a query that is too long.
  ///
  /// - Parameter query: the query of the address, without the question mark.
  package init?(query: String) {
    guard query.utf8.count <= Self.longestQuery else { return nil }
    var parameters: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = sides[0], let value = sides.count > 1 ? sides[1] : "" else { return nil }
      guard parameters.updateValue(value, forKey: name) == nil else { return nil }
    }
    guard let state = parameters["state"], !state.isEmpty else { return nil }
    self.state = state
    switch (parameters["code"], parameters["error"]) {
    case (let code?, nil) where SignInClient.isCode(code): outcome = .code(Secret(code))
    case (nil, let error?): outcome = .error(error)
    default: return nil
    }
  }

  /// Returns the code.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/rejected`` when the person cancelled the sign-in or the forge
  ///   refused it, and with ``ForgeError/Code/unavailable`` when the forge failed.
  package func code() throws(ForgeError) -> Secret {
    switch outcome {
    case .code(let code): return code
    case .error(let error): throw SignInRefusal.ofRedirect(error)
    }
  }
}
