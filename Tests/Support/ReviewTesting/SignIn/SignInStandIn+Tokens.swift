// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation
import ReviewContract

/// The exchange of codes, the account of a token, and the revocation.
extension SignInStandIn {
  private enum Refusal {
    case client, code
  }

  func exchange(_ request: LoopbackRequest) -> LoopbackResponse {
    let form = form(of: request, "token")
    for violation in form.violations(
      required: ["grant_type", "code", "redirect_uri", "client_id", "code_verifier"], optional: ["client_secret"])
    { report("token: \(violation)") }
    if form["grant_type"] != "authorization_code" { report("token: grant_type is not authorization_code") }
    if request.fields["accept"] != "application/json" { report("token: the answer would not be JSON") }
    guard isClient(form) else { return refusal(.client) }
    let token = state.withLock { state -> String? in
      guard let grant = state.grants[form["code"]] else { return nil }
      state.grants[form["code"]]?.isSpent = true
      guard !grant.isSpent else {
        // RFC 6749, section 4.1.2: the token of a code that is used twice may be revoked.
        if let token = grant.token { state.tokens[token] = nil }
        return nil
      }
      guard !grant.isExpired, grant.redirect == form["redirect_uri"],
        grant.challenge == Self.challenge(of: form["code_verifier"])
      else { return nil }
      let token = "token-" + UUID().uuidString
      state.secrets.append(token)
      state.grants[form["code"]]?.token = token
      state.tokens[token] = form["code"]
      return token
    }
    return token.map(issued) ?? refusal(.code)
  }

  private func issued(_ token: String) -> LoopbackResponse {
    switch kind {
    case .github: json(["access_token": .text(token), "scope": "", "token_type": "bearer"])
    case .gitlab:
      json([
        "access_token": .text(token), "token_type": "Bearer", "expires_in": 7_200, "refresh_token": "refresh-token",
        "scope": "openid", "created_at": 1_795_000_000, "id_token": "e30.e30.e30",
      ])
    default:
      json([
        "access_token": .text(token), "token_type": "bearer", "expires_in": 3_600, "refresh_token": "refresh-token",
      ])
    }
  }

  /// GitHub refuses with the status 200; Gitea has one error for all causes.
  private func refusal(_ refusal: Refusal) -> LoopbackResponse {
    let (error, status) =
      switch (kind, refusal) {
      case (.github, .client): ("incorrect_client_credentials", 200)
      case (.github, .code): ("bad_verification_code", 200)
      case (.gitlab, .client): ("invalid_client", 401)
      case (.gitlab, .code): ("invalid_grant", 400)
      default: ("unauthorized_client", 400)
      }
    return json(["error": .text(error), "error_description": "The request is refused."], status: status)
  }

  func account(_ request: LoopbackRequest) -> LoopbackResponse {
    let field = request.fields["authorization"] ?? ""
    if kind == .github, request.fields["user-agent"]?.isEmpty != false { report("account: there is no User-Agent") }
    let grant = state.withLock { state in
      field.hasPrefix("Bearer ") ? state.tokens[String(field.dropFirst(7))].flatMap { state.grants[$0] } : nil
    }
    guard let grant else {
      report("account: the token is missing or invalid")
      return json(["message": "Bad credentials"], status: 401)
    }
    guard kind == .gitlab else {
      return json(["id": .integer(grant.id), "login": .text(grant.login), "email": "", "full_name": "Ada"])
    }
    return json([
      "sub": .text("\(grant.id)"), "sub_legacy": "e3b0c442", "name": "Ada", "nickname": .text(grant.login),
      "groups": ["acme"],
    ])
  }

  func revoke(_ request: LoopbackRequest) -> LoopbackResponse {
    guard kind == .github else {
      let form = form(of: request, "revoke")
      for violation in form.violations(required: ["client_id", "token"], optional: ["client_secret"]) {
        report("revoke: \(violation)")
      }
      guard isClient(form) else { return refusal(.client) }
      state.withLock { $0.tokens[form["token"]] = nil }
      return json([:])
    }
    let credentials = Data("\(clientID):\(clientSecret ?? "")".utf8).base64EncodedString()
    guard request.fields["authorization"] == "Basic \(credentials)" else {
      report("revoke: the credentials are wrong")
      return json(["message": "Not Found"], status: 404)
    }
    // A body that is not JSON names no token.
    let token = (try? JSON.parse(request.body))?["access_token"]?.text
    guard let token, state.withLock({ $0.tokens.removeValue(forKey: token) }) != nil else {
      report("revoke: there is no such token")
      return json(["message": "Validation Failed"], status: 422)
    }
    return LoopbackResponse(204)
  }

  private func form(of request: LoopbackRequest, _ name: String) -> SignInForm {
    if request.fields["content-type"]?.hasPrefix("application/x-www-form-urlencoded") != true {
      report("\(name): the body is no form")
    }
    return SignInForm(String(decoding: request.body, as: UTF8.self))
  }

  private func isClient(_ form: SignInForm) -> Bool {
    form["client_id"] == clientID && form.fields["client_secret"] == clientSecret
  }

  private func json(_ json: JSON, status: Int = 200) -> LoopbackResponse {
    do {
      return LoopbackResponse(
        status, fields: [("Content-Type", "application/json; charset=utf-8")], body: try json.data)
    } catch {
      report("an answer cannot be encoded: \(error)")
      return .text("\(error)", status: 500)
    }
  }

  /// RFC 7636, section 4.2.
  private static func challenge(of verifier: String) -> String {
    let digest = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
    return digest.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
