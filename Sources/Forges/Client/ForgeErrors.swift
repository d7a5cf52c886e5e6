// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

extension ForgeError {
  /// Creates the error of a failed action, with a remedy.
  ///
  /// - Parameters:
  ///   - purpose: the failed action, such as "cannot read pull request #7 of acme/shapes".
  ///   - forge: the forge's display name, such as "GitHub".
  init(_ error: LoadingError, purpose: String, forge: String) {
    switch error {
    case .request: self.init(.failed, purpose, underlying: "\(error)")
    case .transport(let error): self.init(error, purpose: purpose)
    case .rejected(let rejection): self.init(rejection, purpose: purpose, forge: forge)
    case .unreadable(let response) where response.isForeign:
      self.init(
        .unreadable, purpose,
        remedy: "check that the API's address is \(forge)'s, and that no proxy answers in its place",
        underlying: "\(error)")
    case .unreadable:
      self.init(
        .unacceptable, purpose, remedy: "check that this version of \(forge) is supported", underlying: "\(error)")
    }
  }

  private init(_ error: TransportError, purpose: String) {
    let (code, remedy): (Code, String?) =
      switch error.code {
      case .couldNotResolve, .couldNotConnect: (.unreachable, "check the network, the proxy and the API's address")
      case .tls: (.unreachable, "check that the forge's certificate authority is trusted on this machine")
      case .timedOut, .failed: (.unreachable, "try again later")
      case .rateLimited: (.rateLimited, "run it again after the limit is reset, or with another token")
      // A captive proxy redirects to its own page.
      case .redirectRefused: (.unreadable, "check the API's address and the repository's name")
      case .tooLarge: (.unacceptable, "check the API's address; if it is right, report the message")
      case .badRequest, .withdrawn, .cancelled, .unreadableFile, .unwritableFile, .unprepared: (.failed, nil)
      // The codes of other transports are unknown.
      default: (.failed, nil)
      }
    self.init(code, purpose, remedy: remedy, underlying: error.message, retryAfter: error.retryAfter)
  }

  private init(_ rejection: LoadingError.Rejection, purpose: String, forge: String) {
    let status = rejection.head.status.code
    let (code, remedy): (Code, String?) =
      switch status {
      case 401: (.badToken, "give a token that is valid and has not expired")
      case _ where rejection.isRateLimited:
        (.rateLimited, "run it again later, or with another token; \(forge) limits the rate of requests")
      case 403: (.forbidden, "check the token's permissions")
      case 404, 410: (.notFound, "check that the pull request exists, and that the token has access to the repository")
      case 300..<400: (.unreadable, "check the API's address, and that no proxy answers in its place")
      case 408, 500...: (.unavailable, "try again later")
      default: (.rejected, nil)
      }
    self.init(
      code, purpose, remedy: remedy, underlying: "\(forge) answered \(status)" + rejection.suffix,
      retryAfter: rejection.retryAfter)
  }
}

extension LoadingError.Rejection {
  /// Whether the request was rejected because of a rate limit and can be repeated later.
  var isRateLimited: Bool {
    guard head.status.code == 403 || head.status.code == 429 else { return false }
    let remaining = HTTPField.Name("X-RateLimit-Remaining").flatMap { head.headerFields[$0] }
    return head.status.code == 429 || head.headerFields[.retryAfter] != nil || remaining == "0"
      || message?.localizedCaseInsensitiveContains("rate limit") == true
  }

  /// The forge's reason, with its messages about single fields; empty when it gives none.
  var suffix: String {
    message.map { ": \($0)" } ?? ""
  }

  /// GitHub: `message` and `errors`. Gitea: `message`. GitLab: `error`, or `message`, which may be an object with the
  /// messages of each field.
  private struct ErrorBody: Decodable {
    let message: Text?
    let error: String?
    let errors: Problems?
  }

  private enum Text: Decodable {
    case text(String)
    case fields([String: [String]])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .text(try container.decode(String.self))
      } catch {
        self = .fields(try container.decode([String: [String]].self))
      }
    }

    var sentence: String {
      switch self {
      case .text(let text): text
      case .fields(let fields):
        fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.joined(separator: ", "))" }
          .joined(separator: "; ")
      }
    }
  }

  private struct Problem: Decodable {
    let message: String?
    let field: String?
    let code: String?
  }

  private enum Problems: Decodable {
    case problems([Problem])
    case none

    init(from decoder: any Decoder) throws {
      // GitHub sometimes sends plain text here; the message is sufficient in this case.
      self = (try? [Problem](from: decoder)).map { .problems($0) } ?? .none
    }
  }

  private var message: String? {
    // A response of an intermediary, such as a proxy, is not JSON and has no useful message.
    guard let error = try? JSONDecoder().decode(ErrorBody.self, from: body),
      var text = error.message?.sentence ?? error.error
    else { return nil }
    if case .problems(let problems) = error.errors {
      let details = problems.compactMap { $0.message ?? [$0.field, $0.code].compactMap(\.self).joined(separator: " ") }
      if !details.isEmpty { text += " (" + details.joined(separator: ", ") + ")" }
    }
    return String(text.map { $0.isNewline ? " " : $0 }.prefix(300))
  }
}
