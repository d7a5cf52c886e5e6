// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

let signInForges: [ForgeKind] = [.github, .gitlab, .gitea]

/// A sign-in of a person through the stand-in, with a real transport.
struct SignInFlow {
  static let callback = "http://127.0.0.1:9/sign-in/callback?forge=1"

  let standIn: SignInStandIn
  let client: SignInClient
  let verifier = CodeVerifier()
  let state = "state & more"

  init(_ standIn: SignInStandIn) throws {
    self.standIn = standIn
    client = try SignInClient(Self.settings(standIn))
  }

  static func settings(_ standIn: SignInStandIn) -> SignInSettings {
    SignInSettings(
      kind: standIn.kind, serverURL: standIn.url, clientID: standIn.clientID,
      clientSecret: standIn.clientSecret.map { Secret($0) }, transport: CurlTransportAssembly().transport,
      userAgent: "reviewbot/test")
  }

  /// Returns what the person comes back with.
  func redirect() async throws -> SignInRedirect {
    let address = client.authorizationAddress(state: state, verifier: verifier, redirect: Self.callback)
    let location = try #require(try await standIn.visit(address))
    let query = try #require(location.split(separator: "?", maxSplits: 1).last)
    #expect(location.hasPrefix(Self.callback + "&"))
    return try #require(SignInRedirect(query: String(query)))
  }

  func account(_ code: Secret, _ verifier: CodeVerifier? = nil) async throws -> SignedInAccount {
    try await client.account(code: code, verifier: verifier ?? self.verifier, redirect: Self.callback)
  }

  /// Signs the person in.
  func account() async throws -> SignedInAccount { try await account(redirect().code()) }

  /// Returns the error of a sign-in. It must not contain a secret.
  func failure() async throws -> ForgeError { try await failure(redirect().code()) }

  /// Returns the error of the exchange. It must not contain a secret.
  func failure(_ code: Secret, _ verifier: CodeVerifier? = nil) async throws -> ForgeError {
    let error = try #require(
      await #expect(throws: ForgeError.self) { _ = try await account(code, verifier) })
    let secrets = standIn.secrets + [code.reveal(), self.verifier.reveal(), standIn.clientSecret ?? "no secret"]
    let text = "\(error) \(String(reflecting: error))"
    #expect(!secrets.contains { text.contains($0) })
    return error
  }
}

func withSignIn(
  _ kind: ForgeKind, hasSecret: Bool = true, _ body: (SignInFlow) async throws -> Void
) async throws {
  try await withSignInStandIn(kind, redirects: [SignInFlow.callback], hasSecret: hasSecret) { standIn in
    try await body(SignInFlow(standIn))
  }
}
