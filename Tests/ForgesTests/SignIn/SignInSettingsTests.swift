// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

struct SignInSettingsTests {
  private func settings(
    _ kind: ForgeKind, _ server: String, api: String? = nil, clientID: String = "id", secret: String? = "secret"
  ) -> SignInSettings {
    SignInSettings(
      kind: kind, serverURL: server, apiURL: api, clientID: clientID, clientSecret: secret.map { Secret($0) },
      transport: StubTransport { _ in TransportResponse(status: .ok) }, userAgent: "reviewbot/test")
  }

  private static let example = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test(arguments: [
    (ForgeKind.github, "https://github.com", "https://github.com/login/oauth/authorize?", ""),
    (.gitlab, "https://example.com/gitlab/", "https://example.com/gitlab/oauth/authorize?", "&scope=openid"),
    (.gitea, "https://codeberg.org", "https://codeberg.org/login/oauth/authorize?", "&scope=read%3Auser"),
  ])
  func `the forge's page has the challenge and the least scope`(
    kind: ForgeKind, server: String, page: String, scope: String
  ) throws {
    let address = try SignInClient(settings(kind, server, clientID: "a&b")).authorizationAddress(
      state: "s&=\n", verifier: try #require(CodeVerifier(Self.example)), redirect: "https://bot.example/back?forge=1")
    #expect(
      address == page
        + "client_id=a%26b&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&redirect_uri=https%3A%2F%2Fbot.example%2Fback%3Fforge%3D1&response_type=code&state=s%26%3D%0A" + scope)
    #expect(!address.contains(Self.example) && !address.contains("secret"))
  }

  @Test(arguments: [
    (ForgeKind.github, "https://github.com", nil, "https://api.github.com/user"),
    (.github, "https://ghe.example", nil, "https://ghe.example/api/v3/user"),
    (.github, "https://acme.ghe.com", "https://api.acme.ghe.com", "https://api.acme.ghe.com/user"),
    (.gitlab, "https://gitlab.com", nil, "https://gitlab.com/oauth/userinfo"),
    (.gitea, "https://example.com/git/", nil, "https://example.com/git/api/v1/user"),
  ])
  func `the account is read at the forge's API`(
    kind: ForgeKind, server: String, api: String?, account: String
  ) async throws {
    let stub = StubTransport { (request) throws(TransportError) in
      let isExchange = request.head.method == .post
      let answer = isExchange ? #"{"access_token": "t"}"# : #"{"id": 7, "login": "ada", "sub": "7", "nickname": "ada"}"#
      return TransportResponse(status: .ok, body: Data(answer.utf8))
    }
    var settings = settings(kind, server, api: api)
    settings.transport = stub
    let found = try await SignInClient(settings).account(
      code: Secret("c"), verifier: CodeVerifier(), redirect: "https://bot.example/back")
    #expect(found.login == "ada")
    let addresses = await stub.requests.compactMap { HTTPAddress($0.head)?.description }
    #expect(addresses.dropFirst().first == account)
    // The token is in a field that is never logged.
    let fields = await stub.requests.dropFirst().first?.head.headerFields
    #expect(fields?.first { $0.name == .authorization }?.isSecret == true)
    #expect(!addresses.contains { $0.contains("secret") })
  }

  @Test(
    arguments: [
      (ForgeKind.local, "https://example.com", nil, "id", "secret"), (.gitlab, "example.com", nil, "id", "secret"),
      (.gitlab, "https://ada:password@example.com", nil, "id", "secret"),
      (.gitlab, "http://example.com", nil, "id", "secret"), (.gitlab, "https://example.com", nil, "", "secret"),
      (.gitea, "https://example.com", "http://example.com/api/v1", "id", "secret"),
      (.gitea, "https://example.com", "no address", "id", "secret"), (.github, "https://github.com", nil, "id", nil),
    ] as [(ForgeKind, String, String?, String, String?)])
  func `settings that cannot work are refused`(
    kind: ForgeKind, server: String, api: String?, clientID: String, secret: String?
  ) {
    let error = #expect(throws: ForgeError.self) {
      try SignInClient(settings(kind, server, api: api, clientID: clientID, secret: secret))
    }
    #expect(error?.isTransient == false)
    #expect(error.map { "\($0)".contains("password") } == false)
  }
}
