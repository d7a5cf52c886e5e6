// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// The account of a request, and its permission.
extension ForgeCall {
  /// Verifies the credential, and determines its account.
  ///
  /// - Throws: ``ForgeRefusal`` when the credential is invalid or has expired.
  mutating func authenticate() throws {
    guard let credential else { return }
    if case .app = route?.access {
      return try AppTokenCheck(app: forge.look { $0.app }).check(credential)
    }
    if AppTokenCheck.isOne(credential) { throw refusal(401, "Bad credentials") }
    token = try forge.token(credential)
  }

  /// - Throws: ``ForgeRefusal`` when the account has no permission for the operation.
  func authorize(_ access: ForgeRoute.Access) throws {
    switch access {
    case .app:
      guard credential != nil else { throw refusal(401, "A JSON web token could not be decoded") }
    case .installation:
      guard token?.kind == .installation else { throw refusal(403, "Resource not accessible by personal access token") }
    case .person:
      guard let token else { throw refusal(401, "Requires authentication") }
      guard token.kind != .installation else { throw ForgeRefusal(403, "Resource not accessible by integration") }
    case .repository(let need):
      guard let token else {
        let isReading = need.level == "read"
        if !isReading { report(.error, "\(request.method) \(request.target) without a token") }
        _ = try repository()
        guard isReading else { throw ForgeRefusal(401, "Requires authentication") }
        return
      }
      let repository = try repository()
      guard token.may(need, in: repository) else {
        let account = token.kind == .installation ? "integration" : "personal access token"
        throw refusal(403, "Resource not accessible by \(account)")
      }
    }
  }

  /// The token of the request's credential, also one without permission.
  func token(in state: ForgeState) -> ForgeToken? { credential.flatMap { state.tokens[$0] } }

  /// The credential in the header, in the format of the forge.
  private var credential: String? {
    let fields = (request.fields["authorization"] ?? "").split(separator: " ").map(String.init)
    switch kind {
    case .gitlab where request.fields["private-token"] != nil: return request.fields["private-token"]
    case .gitea: return fields.count == 2 && ["token", "bearer"].contains(fields[0].lowercased()) ? fields[1] : nil
    default: return fields.count == 2 && ["bearer", "token"].contains(fields[0].lowercased()) ? fields[1] : nil
    }
  }
}

extension BuiltInForge {
  /// - Throws: ``ForgeRefusal`` when the token does not exist or has expired.
  func token(_ value: String) throws -> ForgeToken {
    guard let token = look({ $0.tokens[value] }) else { throw ForgeRefusal(401, "Bad credentials") }
    guard !token.isExpired else {
      record { $0.violations.append(.init(level: .warn, detail: "expired token")) }
      throw ForgeRefusal(401, "Bad credentials")
    }
    return token
  }
}
