// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewCore

extension ForgeError {
  /// What went wrong while we were about to do something, and what to do about it.
  ///
  /// - Parameter purpose: such as "cannot read pull request #7 of acme/shapes".
  init(_ error: LoadingError, purpose: String) {
    switch error {
    case .request: self.init(.failed, purpose, underlying: "\(error)")
    case .transport(let error): self.init(error, purpose: purpose)
    case .rejected(let rejection): self.init(rejection, purpose: purpose)
    case .unreadable:
      self.init(
        .unreadable, purpose, remedy: "check that the API's address is GitHub's", underlying: "\(error)")
    }
  }

  private init(_ error: TransportError, purpose: String) {
    let (code, remedy): (Code, String?) =
      switch error.code {
      case .couldNotResolve, .couldNotConnect: (.unreachable, "check the network, the proxy and the API's address")
      case .tls: (.unreachable, "check that the forge's certificate authority is trusted on this machine")
      case .timedOut, .failed: (.unreachable, "try again later")
      case .redirectRefused: (.failed, "check the API's address and the repository's name")
      default: (.failed, nil)
      }
    self.init(code, purpose, remedy: remedy, underlying: error.message)
  }

  private init(_ rejection: LoadingError.Rejection, purpose: String) {
    let status = rejection.head.status.code
    let (code, remedy): (Code, String?) =
      switch status {
      case 401: (.badToken, "give a token that is valid and has not expired")
      case _ where rejection.asksToWait: (.rateLimited, "try again later; GitHub limits how often it is asked")
      case 403: (.forbidden, "check what the token may do")
      case 404, 410: (.notFound, "there is no such pull request, or the token may not see the repository")
      case 500...: (.failed, "try again later")
      default: (.rejected, nil)
      }
    self.init(code, purpose, remedy: remedy, underlying: "GitHub answered \(status)" + rejection.words)
  }
}

extension LoadingError.Rejection {
  /// Whether GitHub means "not now" and not "never".
  var asksToWait: Bool {
    guard head.status.code == 403 || head.status.code == 429 else { return false }
    let remaining = HTTPField.Name("X-RateLimit-Remaining").flatMap { head.headerFields[$0] }
    return head.status.code == 429 || head.headerFields[.retryAfter] != nil || remaining == "0"
      || message?.localizedCaseInsensitiveContains("rate limit") == true
  }

  /// GitHub's reason, with what it says about single fields; empty when it gives none.
  var words: String {
    message.map { ": \($0)" } ?? ""
  }

  private struct Words: Decodable {
    struct Problem: Decodable {
      let message: String?
      let field: String?
      let code: String?
    }

    let message: String
    let errors: LossyProblems?
  }

  private enum LossyProblems: Decodable {
    case problems([Words.Problem])
    case none

    init(from decoder: any Decoder) throws {
      // GitHub sometimes gives plain text here; the message says enough then.
      self = (try? [Words.Problem](from: decoder)).map { .problems($0) } ?? .none
    }
  }

  private var message: String? {
    // An answer from something in between is not JSON, and says nothing that helps.
    guard let words = try? JSONDecoder().decode(Words.self, from: body) else { return nil }
    var text = words.message
    if case .problems(let problems) = words.errors {
      let details = problems.compactMap { $0.message ?? [$0.field, $0.code].compactMap(\.self).joined(separator: " ") }
      if !details.isEmpty { text += " (" + details.joined(separator: ", ") + ")" }
    }
    return String(text.map { $0.isNewline ? " " : $0 }.prefix(300))
  }
}
