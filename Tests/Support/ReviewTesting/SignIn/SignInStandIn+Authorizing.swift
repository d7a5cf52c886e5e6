// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract

/// The page at which a person agrees.
extension SignInStandIn {
  /// The only scope with which an account can be read and nothing else; `nil` for none.
  private var scope: String? { [.gitlab: "openid", .gitea: "read:user"][kind] }

  func authorize(_ query: SignInForm) -> LoopbackResponse {
    // RFC 6749, section 4.1.2.1: without a valid address to return to, there is no redirect.
    guard query["client_id"] == clientID, state.withLock({ $0.redirects.contains(query["redirect_uri"]) }) else {
      report("authorize: the client or the address to return to is not registered")
      return .text("The application is not registered.", status: 400)
    }
    var violations = query.violations(
      required: [
        "client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method",
      ], optional: ["scope"])
    if query["response_type"] != "code" { violations.append("response_type is not code") }
    if query["code_challenge_method"] != "S256" { violations.append("code_challenge_method is not S256") }
    if query["code_challenge"].wholeMatch(of: /[A-Za-z0-9_-]{43}/) == nil {
      violations.append("code_challenge is no digest in base64url")
    }
    for violation in violations { report("authorize: \(violation)") }
    guard violations.isEmpty else { return back(query, ["error": "invalid_request"]) }
    guard query.fields["scope"] == scope else {
      report("authorize: the scope is \(query["scope"]), not \(scope ?? "missing")")
      return back(query, ["error": "invalid_scope"])
    }
    switch state.withLock({ $0.person }) {
    case .cancels: return back(query, ["error": "access_denied", "error_description": "The user denied the request."])
    case .agrees(let login, let id): return back(query, ["code": grant(query, login, id)])
    }
  }

  private func grant(_ query: SignInForm, _ login: String, _ id: Int) -> String {
    let code = "code-" + UUID().uuidString
    state.withLock { state in
      state.secrets.append(code)
      state.grants[code] = Grant(
        challenge: query["code_challenge"], redirect: query["redirect_uri"], login: login, id: id)
    }
    return code
  }

  private func back(_ query: SignInForm, _ parameters: [String: String]) -> LoopbackResponse {
    let parameters = parameters.merging(["state": query["state"]]) { $1 }.sorted { $0.key < $1.key }
    let text = parameters.map { "\($0.key)=\(Self.escape($0.value))" }.joined(separator: "&")
    return .redirect(302, to: query["redirect_uri"] + (query["redirect_uri"].contains("?") ? "&" : "?") + text)
  }

  private static let unreserved = CharacterSet(
    charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~")

  private static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
