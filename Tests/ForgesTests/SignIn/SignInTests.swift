// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// Sign-in through each forge, against a stand-in that checks every request.
struct SignInTests {
  @Test(arguments: signInForges)
  func `a person signs in, and the token is revoked`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      flow.standIn.become(.agrees(login: "Ada-L", id: 4_711))
      let redirect = try await flow.redirect()
      #expect(redirect.state == flow.state)
      let code = try redirect.code()
      #expect(try await flow.account(code) == SignedInAccount(login: "Ada-L", id: 4_711))
      #expect(flow.standIn.violations == [])
      let canRevoke = kind != .gitea
      #expect(flow.standIn.validTokens == (canRevoke ? 0 : 1))
      #expect(flow.standIn.operations == [.authorize, .token, .account] + (canRevoke ? [.revoke] : []))
    }
  }

  @Test(arguments: [ForgeKind.gitlab, .gitea])
  func `a public application needs no secret`(kind: ForgeKind) async throws {
    try await withSignIn(kind, hasSecret: false) { flow in
      let account = try await flow.account()
      #expect(account.login == "ada")
      #expect(flow.standIn.violations == [])
    }
  }

  @Test(arguments: signInForges)
  func `a person who cancels is not signed in`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      flow.standIn.become(.cancels)
      let redirect = try await flow.redirect()
      #expect(redirect.state == flow.state)
      let error = #expect(throws: ForgeError.self) { try redirect.code() }
      #expect(error == ForgeError(.rejected, "the sign-in was cancelled"))
      #expect(error?.isTransient == false)
      #expect(flow.standIn.violations == [])
    }
  }

  @Test(arguments: signInForges)
  func `a code is not exchanged with another verifier`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      let code = try await flow.redirect().code()
      let error = try await flow.failure(code, CodeVerifier())
      #expect(error.code == .rejected && !error.isTransient)
      #expect(flow.standIn.validTokens == 0)
      // The code is spent.
      #expect(try await flow.failure(code).code == .rejected)
    }
  }

  @Test(arguments: signInForges)
  func `a code is exchanged once`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      let code = try await flow.redirect().code()
      _ = try await flow.account(code)
      let error = try await flow.failure(code)
      #expect(error.code == .rejected && !error.isTransient)
      #expect(flow.standIn.validTokens == 0)
    }
  }

  @Test(arguments: signInForges)
  func `a code that has expired is refused`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      let code = try await flow.redirect().code()
      flow.standIn.expireCodes()
      let error = try await flow.failure(code)
      #expect(error.code == .rejected && !error.isTransient)
      #expect(error.remedy?.contains("sign in again") == true)
    }
  }

  @Test(arguments: ["", "a\nb", "ä", String(repeating: "a", count: 2_049)])
  func `a text that is no code is not sent`(code: String) async throws {
    try await withSignIn(.github) { flow in
      let error = await #expect(throws: ForgeError.self) { _ = try await flow.account(Secret(code)) }
      #expect(error?.code == .rejected)
      #expect(flow.standIn.operations == [])
    }
  }

  @Test(arguments: [(ForgeKind.github, ForgeError.Code.badToken), (.gitlab, .badToken), (.gitea, .rejected)])
  func `a wrong secret of the application is reported`(kind: ForgeKind, code: ForgeError.Code) async throws {
    try await withSignIn(kind) { flow in
      var settings = SignInFlow.settings(flow.standIn)
      settings.clientSecret = Secret("another-secret-than-that")
      let client = try SignInClient(settings)
      let authorization = try await flow.redirect().code()
      let error = await #expect(throws: ForgeError.self) {
        _ = try await client.account(code: authorization, verifier: flow.verifier, redirect: SignInFlow.callback)
      }
      #expect(error?.code == code && error?.isTransient == false)
      #expect(error?.remedy?.contains("check the client ID and the client secret") == true)
      #expect(error.map { "\($0)".contains("another-secret") } == false)
    }
  }

  @Test func `an address to return to that is not registered is not used`() async throws {
    try await withSignIn(.gitlab) { flow in
      let address = flow.client.authorizationAddress(
        state: "s", verifier: flow.verifier, redirect: "https://evil.example/callback")
      let location = try await flow.standIn.visit(address)
      #expect(location == nil)
      #expect(flow.standIn.violations.count == 1)
    }
  }

  @Test(arguments: [ForgeKind.github, .gitlab])
  func `a person is signed in although the token cannot be revoked`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      for response in [LoopbackResponse.text("down", status: 503), .resetting, .text("<html>")] {
        flow.standIn.answer(.revoke, with: response)
        let account = try await flow.account()
        #expect(account.login == "ada")
      }
    }
  }
}
