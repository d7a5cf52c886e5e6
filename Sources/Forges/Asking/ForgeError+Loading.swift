// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

extension ForgeError {
  /// What went wrong while we were about to do something, and what to do about it.
  ///
  /// - Parameters:
  ///   - purpose: such as "cannot read pull request #7 of acme/shapes".
  ///   - forge: such as "GitHub".
  init(_ error: LoadingError, purpose: String, forge: String) {
    switch error {
    case .request: self.init(.failed, purpose, underlying: "\(error)")
    case .transport(let error): self.init(error, purpose: purpose)
    case .rejected(let rejection): self.init(rejection, purpose: purpose, forge: forge)
    case .unreadable:
      self.init(
        .unreadable, purpose, remedy: "check that the API's address is \(forge)'s", underlying: "\(error)")
    }
  }

  private init(_ error: TransportError, purpose: String) {
    let (code, remedy): (Code, String?) =
      switch error.code {
      case .couldNotResolve, .couldNotConnect: (.unreachable, "check the network, the proxy and the API's address")
      case .tls: (.unreachable, "check that the forge's certificate authority is trusted on this machine")
      case .timedOut, .failed: (.unreachable, "try again later")
      case .rateLimited: (.rateLimited, "run it again after that, or with another token")
      case .redirectRefused: (.failed, "check the API's address and the repository's name")
      default: (.failed, nil)
      }
    self.init(code, purpose, remedy: remedy, underlying: error.message, retryAfter: error.retryAfter)
  }

  private init(_ rejection: LoadingError.Rejection, purpose: String, forge: String) {
    let status = rejection.head.status.code
    let (code, remedy): (Code, String?) =
      switch status {
      case 401: (.badToken, "give a token that is valid and has not expired")
      case _ where rejection.asksToWait:
        (.rateLimited, "run it again later, or with another token; \(forge) limits how often it is asked")
      case 403: (.forbidden, "check what the token may do")
      case 404, 410: (.notFound, "there is no such pull request, or the token may not see the repository")
      case 408, 500...: (.unavailable, "try again later")
      default: (.rejected, nil)
      }
    self.init(
      code, purpose, remedy: remedy, underlying: "\(forge) answered \(status)" + rejection.words,
      retryAfter: rejection.retryAfter)
  }
}
