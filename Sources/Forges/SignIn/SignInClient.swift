// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
package import ReviewContract
import SecretMasking

/// Signs people in through a forge: the authorization code grant of OAuth 2.0 (RFC 6749, section 4.1) with a proof key
/// (RFC 7636).
///
/// Only the identity is read: the token has the least scope, is used for one request, and is revoked where the forge
/// has a request for it.
///
/// ```swift
/// let verifier = CodeVerifier()  // kept in the person's session together with a random state
/// redirect(to: client.authorizationAddress(state: state, verifier: verifier, redirect: callback))
/// // … when the person returns:
/// guard let answer = SignInRedirect(query: query), answer.state == state else { … }
/// let account = try await client.account(code: answer.code(), verifier: verifier, redirect: callback)
/// ```
///
/// The address to return to must be a separate one for each forge, and the session must keep the forge with the state:
/// otherwise one forge could have the code of another one sent to it (RFC 9700, section 4.4).
///
/// A request is sent once: a code can only be exchanged once, and a person can sign in again.
package struct SignInClient: Sendable {
  private let endpoints: SignInEndpoints
  private let settings: SignInSettings
  private let forge: String
  private let service: NetworkService

  private var purpose: String { "cannot sign in with \(forge)" }

  /// - Throws: ``ForgeError`` when the settings contain no usable address, an address without encryption, no client ID,
  ///   or no secret for GitHub; or for a plain repository.
  package init(_ settings: SignInSettings) throws(ForgeError) {
    guard let description = settings.kind.description else {
      throw ForgeError(.failed, "a plain repository has no accounts to sign in with", remedy: "name its forge")
    }
    forge = description.name
    let server = try Self.address(settings.serverURL, of: "\(forge)'s server", form: "https://HOST")
    let api = try Self.address(
      settings.apiURL ?? description.api(ofServer: settings.serverURL.withoutFinalSlash), of: "\(forge)'s API",
      form: "https://HOST\(description.apiPath)")
    guard !settings.clientID.isEmpty,
      let endpoints = SignInEndpoints(settings.kind, server: server, api: api, clientID: settings.clientID)
    else {
      throw ForgeError(.failed, "there is no client ID for sign-in with \(forge)", remedy: "register an application")
    }
    guard settings.clientSecret != nil || settings.kind != .github else {
      throw ForgeError(
        .failed, "there is no client secret for sign-in with \(forge), which requires one",
        remedy: "create one for the application at \(forge)")
    }
    self.endpoints = endpoints
    self.settings = settings
    service = NetworkService(settings.transport)
  }

  /// Whether a text can be a code: printable ASCII (RFC 6749, appendix A.11) of a limited length.
  static func isCode(_ text: String) -> Bool {
    (1...2_048).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
  }

  /// Returns the address of the forge's page at which the person agrees.
  ///
  /// - Parameters:
  ///   - state: an unguessable text, which the forge returns unchanged.
  ///   - redirect: the address that the forge sends the person to, as registered with the application.
  package func authorizationAddress(state: String, verifier: CodeVerifier, redirect: String) -> String {
    let query: [(name: String, value: String)] = [
      ("client_id", settings.clientID), ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
      ("redirect_uri", redirect), ("response_type", "code"), ("state", state),
    ]
    let scope = endpoints.scope.map { [(name: "scope", value: $0)] } ?? []
    return endpoints.authorization.appending(segments: [], query: query + scope).description
  }

  /// Exchanges the code of the redirect, reads the account, and forgets the token.
  ///
  /// - Parameters:
  ///   - verifier: the one of ``authorizationAddress(state:verifier:redirect:)``.
  ///   - redirect: the same address as there.
  /// - Throws: ``ForgeError``, which quotes no secret and nothing of the forge's answer: ``ForgeError/Code/rejected``
  ///   when the code is invalid, has expired or was used before, ``ForgeError/Code/badToken`` or
  ///   ``ForgeError/Code/misconfigured`` when the application's registration is wrong,
  ///   ``ForgeError/Code/unacceptable`` for an account with an impossible name, and a transient error when the forge
  ///   does not answer, or a proxy answers in its place.
  package func account(
    code: Secret, verifier: CodeVerifier, redirect: String
  ) async throws(ForgeError) -> SignedInAccount {
    let token = try await token(for: code, verifier, redirect)
    let found: SignedInAccount?
    do {
      found = try await readAccount(token, hiding: [code, token])
    } catch {
      await revoke(token)
      throw error
    }
    await revoke(token)
    guard let found else {
      throw ForgeError(.unacceptable, "\(purpose): the forge reports an account with an impossible name or number")
    }
    return found
  }

  private func token(
    for code: Secret, _ verifier: CodeVerifier, _ redirect: String
  ) async throws(ForgeError) -> Secret {
    guard Self.isCode(code.reveal()) else { throw SignInRefusal.ofExchange("invalid_grant", forge: forge) }
    let call = SignInCall.post(
      [
        "grant_type": "authorization_code", "code": code.reveal(), "redirect_uri": redirect,
        "client_id": settings.clientID, "client_secret": settings.clientSecret?.reveal(),
        "code_verifier": verifier.reveal(),
      ], to: endpoints.token, fields: fields([.accept: "application/json"]))
    let answer: TokenAnswer
    do {
      answer = try await exchange(call)
    } catch {
      throw ForgeError(error, ofSignInWith: forge, hiding: hidden([code, Secret(verifier.reveal())]))
    }
    if let error = answer.error { throw SignInRefusal.ofExchange(error, forge: forge) }
    guard let token = answer.token else {
      throw ForgeError(
        .unacceptable, "\(purpose): the forge answers without a usable token",
        remedy: "check that this version of \(forge) is supported")
    }
    return token
  }

  /// Returns an answer with a token or with an error, also one with a status that is not a success.
  private func exchange(_ call: SignInCall) async throws(LoadingError) -> TokenAnswer {
    do throws(LoadingError) {
      return try decoded(try await service.load(call)) { try $0.decoded(TokenAnswer.self) }
    } catch {
      guard case .rejected(let rejection) = error, (400..<500).contains(rejection.head.status.code),
        !rejection.isRateLimited,
        // The body of another answer, such as a proxy's, is not of interest: the status is the error.
        let answer = try? SignInAnswer(data: rejection.body).decoded(TokenAnswer.self), answer.error != nil
      else { throw error }
      return answer
    }
  }

  private func readAccount(_ token: Secret, hiding secrets: [Secret]) async throws(ForgeError) -> SignedInAccount? {
    let call = SignInCall.get(
      endpoints.account, fields: fields(endpoints.fields), authorization: "Bearer \(token.reveal())")
    do throws(LoadingError) {
      return try decoded(try await service.load(call), endpoints.readAccount)
    } catch {
      throw ForgeError(error, ofSignInWith: forge, hiding: hidden(secrets))
    }
  }

  private func decoded<Value>(
    _ answer: SignInAnswer, _ decode: (SignInAnswer) throws -> Value
  ) throws(LoadingError) -> Value {
    do {
      return try decode(answer)
    } catch {
      throw .unreadable(.init(error, head: nil, body: Data()))
    }
  }

  private func revoke(_ token: Secret) async {
    guard let call = revocation(of: token) else { return }
    // The person is signed in regardless; a token that was not revoked expires, or can do no more than read the account.
    _ = try? await service.load(call)
  }

  private func revocation(of token: Secret) -> SignInCall? {
    switch endpoints.revocation {
    case .none: return nil
    case .form(let address):
      return .post(
        ["client_id": settings.clientID, "client_secret": settings.clientSecret?.reveal(), "token": token.reveal()],
        to: address, fields: fields([.accept: "application/json"]))
    case .applicationToken(let address):
      guard let secret = settings.clientSecret else { return nil }
      let credentials = Data("\(settings.clientID):\(secret.reveal())".utf8).base64EncodedString()
      return .delete(
        ["access_token": token.reveal()], at: address, fields: fields(endpoints.fields),
        authorization: "Basic \(credentials)")
    }
  }

  private func fields(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    fields[.userAgent] = settings.userAgent
    return fields
  }

  private func hidden(_ secrets: [Secret]) -> SecretMask {
    SecretMask((secrets + [settings.clientSecret].compactMap(\.self)).map { $0.reveal() })
  }

  /// The text is not quoted: it may contain a password.
  private static func address(_ url: String, of what: String, form: String) throws(ForgeError) -> HTTPAddress {
    guard let address = HTTPAddress(url) else {
      throw ForgeError(.failed, "the address of \(what) is invalid", remedy: "write it as \(form)")
    }
    guard address.origin.scheme == "https" || address.origin.isLoopback else {
      throw ForgeError(
        .failed, "\(address.origin) would receive the secrets of a sign-in without encryption", remedy: "use https")
    }
    return address
  }
}

extension String {
  fileprivate var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
