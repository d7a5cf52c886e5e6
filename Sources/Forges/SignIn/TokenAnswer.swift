// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewContract

/// The answer to the exchange of a code: a token or an error. GitHub sends errors with the status 200.
///
/// Sources: RFC 6749, sections 5.1 and 5.2, and
/// https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
struct TokenAnswer: Decodable, Sendable {
  /// Our limit. The longest tokens, those of Gitea, have about 1,000 bytes.
  private static let longestToken = 16 << 10

  let accessToken: String?
  let tokenType: String?
  let error: String?

  /// The token; `nil` for one that cannot be sent in a header field.
  var token: Secret? {
    guard let accessToken, tokenType.map({ $0.lowercased() == "bearer" }) ?? true,
      (1...Self.longestToken).contains(accessToken.utf8.count),
      accessToken.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return Secret(accessToken)
  }
}

/// The reasons why a forge refuses a sign-in. The texts of a forge are never quoted: they can contain the code or the
/// secret of the application.
enum SignInRefusal {
  private static let again = "sign in again; a sign-in must be completed within some minutes"
  private static let registration = "check the client ID and the client secret of the sign-in"

  /// Returns the error for a code of the exchange.
  static func ofExchange(_ code: String, forge: String) -> ForgeError {
    let purpose = "cannot sign in with \(forge)"
    return switch code {
    case "invalid_grant", "bad_verification_code", "expired_token", "access_denied":
      ForgeError(.rejected, "\(purpose): the sign-in has expired or was used before", remedy: again)
    case "unauthorized_client":
      // Gitea's error for an expired code, and for a wrong secret as well.
      ForgeError(
        .rejected, "\(purpose): the sign-in is not accepted", remedy: "\(again); if it fails again, \(registration)")
    case "invalid_client", "incorrect_client_credentials":
      ForgeError(.badToken, "\(purpose): \(forge) does not accept the application", remedy: registration)
    case "redirect_uri_mismatch":
      ForgeError(
        .misconfigured, "\(purpose): the address to return to is not the registered one",
        remedy: "register the address with the application at \(forge)")
    case "unverified_user_email":
      ForgeError(
        .rejected, "\(purpose): the account has no verified email address", remedy: "verify it at \(forge)")
    case "temporarily_unavailable", "server_error":
      ForgeError(.unavailable, "\(purpose): \(forge) failed to answer", remedy: "try again later")
    default: ForgeError(.rejected, "\(purpose): \(forge) refused the exchange of the code", remedy: again)
    }
  }

  /// Returns the error for a code of the redirect. Anyone can send a person to the address to return to, so that the
  /// code is no evidence of a defect.
  static func ofRedirect(_ code: String) -> ForgeError {
    switch code {
    case "access_denied": ForgeError(.rejected, "the sign-in was cancelled")
    case "temporarily_unavailable", "server_error":
      ForgeError(.unavailable, "the forge cannot sign anyone in at present", remedy: "try again later")
    default: ForgeError(.rejected, "the forge refused the sign-in", remedy: again)
    }
  }
}
