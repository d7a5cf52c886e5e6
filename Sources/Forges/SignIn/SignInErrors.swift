// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract
import SecretMasking

extension ForgeError {
  /// Creates the error of a request of a sign-in. It quotes nothing of the forge's answer, which can repeat secrets.
  ///
  /// - Parameters:
  ///   - forge: the forge's display name, such as "GitHub".
  ///   - mask: hides the secrets of the sign-in in messages of the transport.
  init(_ error: LoadingError, ofSignInWith forge: String, hiding mask: SecretMask) {
    let purpose = "cannot sign in with \(forge)"
    switch error {
    case .rejected(let rejection):
      let (code, remedy) = Self.refusal(rejection)
      self.init(
        code, purpose, remedy: remedy, underlying: "\(forge) answered \(rejection.head.status.code)",
        retryAfter: rejection.retryAfter)
    case .transport(let failure) where failure.code == .redirectRefused:
      self.init(.unreadable, purpose, remedy: "check the forge's address", underlying: mask.masked(failure.message))
    case .request, .transport, .unreadable:
      let general = ForgeError(error, purpose: purpose, forge: forge)
      self.init(
        general.code, purpose, remedy: general.remedy, underlying: general.underlying.map(mask.masked),
        retryAfter: general.retryAfter)
    }
  }

  private static func refusal(_ rejection: LoadingError.Rejection) -> (code: Code, remedy: String?) {
    if rejection.isRateLimited { return (.rateLimited, "try again later") }
    return switch rejection.head.status.code {
    case 300..<400: (.unreadable, "check the forge's address, and that no proxy answers in its place")
    case 404, 410: (.misconfigured, "check the forge's address, and that it allows sign-in by applications")
    case 408, 500...: (.unavailable, "try again later")
    default: (.rejected, "sign in again")
    }
  }
}
