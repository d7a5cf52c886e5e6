// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// Answers that no forge gives, and forges that do not answer.
struct SignInFaultTests {
  private static let steps = [SignInStandIn.Operation.token, .account]

  @Test(arguments: signInForges, steps)
  func `a page of a proxy is a transient error`(kind: ForgeKind, step: SignInStandIn.Operation) async throws {
    try await withSignIn(kind) { flow in
      flow.standIn.answer(step, with: .text("<!DOCTYPE html><html>Sign in to the network</html>"))
      let error = try await flow.failure()
      #expect(error.code == .unreadable && error.isTransient)
      #expect(!"\(error)".contains("network</html>"))
    }
  }

  @Test(arguments: [
    (LoopbackResponse.text("down", status: 503), ForgeError.Code.unavailable), (.resetting, .unreachable),
    (.json("", status: 200), .unreadable), (.redirect(302, to: "https://evil.example/"), .unreadable),
    (.json(#"{"message": "API rate limit exceeded"}"#, status: 403), .rateLimited),
    (.json("{}", status: 429), .rateLimited),
  ])
  func `a forge that does not answer is a transient error`(
    response: LoopbackResponse, code: ForgeError.Code
  ) async throws {
    try await withSignIn(.gitlab) { flow in
      flow.standIn.answer(.token, with: response)
      let error = try await flow.failure()
      #expect(error.code == code && error.isTransient)
    }
  }

  @Test(arguments: signInForges)
  func `an account that cannot be read is not signed in, and the token is revoked`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      flow.standIn.answer(.account, with: .json(#"{"message": "Bad credentials"}"#, status: 401))
      let error = try await flow.failure()
      #expect(error.code == .rejected && !error.isTransient)
      #expect(flow.standIn.validTokens == (kind == .gitea ? 1 : 0))
    }
  }

  @Test(arguments: signInForges, steps)
  func `a huge answer is refused`(kind: ForgeKind, step: SignInStandIn.Operation) async throws {
    try await withSignIn(kind) { flow in
      let padding = String(repeating: "a", count: SignInAnswer.maximumBytes)
      let answer = #"""
        {"access_token": "a", "token_type": "bearer", "id": 1, "login": "ada", "sub": "1", "nickname": "ada",
         "padding": "\#(padding)"}
        """#
      flow.standIn.answer(step, with: .json(answer))
      let error = try await flow.failure()
      #expect(error.code == .unacceptable && !error.isTransient)
    }
  }

  @Test func `an account with many groups is read`() async throws {
    try await withSignIn(.gitlab) { flow in
      let groups = (0..<10_000).map { #""acme/department-of-many-words/group-\#($0)""# }.joined(separator: ",")
      flow.standIn.answer(.account, with: .json(#"{"sub": "7", "nickname": "ada", "groups": [\#(groups)]}"#))
      let account = try await flow.account()
      #expect(account == SignedInAccount(login: "ada", id: 7))
    }
  }

  @Test(arguments: signInForges, hostileLogins)
  func `a hostile name of an account is refused and not quoted`(kind: ForgeKind, login: String) async throws {
    try await withSignIn(kind) { flow in
      flow.standIn.become(.agrees(login: login, id: 7))
      let error = try await flow.failure()
      #expect(
        error
          == ForgeError(
            .unacceptable,
            "cannot sign in with \(kind.description?.name ?? ""): the forge reports an account with an impossible name "
              + "or number"))
      #expect(flow.standIn.validTokens == (kind == .gitea ? 1 : 0))
    }
  }

  @Test(arguments: [
    (#"{"id": "7", "login": "ada"}"#, ForgeError.Code.unacceptable), (#"{"id": 7, "login": null}"#, .unacceptable),
    (#"{"id": 0, "login": "ada"}"#, .unacceptable),
    // JSON of something else.
    (#"{"id": 7}"#, .unreadable), (#"{"login": "ada"}"#, .unreadable), ("[]", .unreadable),
    (#"{"id": 7.5, "login": "ada"}"#, .unreadable), (#"{"id": 99999999999999999999, "login": "ada"}"#, .unreadable),
  ])
  func `an incomplete account is not signed in`(answer: String, code: ForgeError.Code) async throws {
    try await withSignIn(.gitea) { flow in
      flow.standIn.answer(.account, with: .json(answer))
      let error = try await flow.failure()
      #expect(error.code == code)
    }
  }

  @Test(arguments: [
    "{}", #"{"access_token": ""}"#, #"{"access_token": "a b"}"#, #"{"access_token": "a\nHost: evil"}"#,
    #"{"access_token": "ä"}"#, #"{"access_token": null}"#, #"{"access_token": 7}"#,
    #"{"access_token": "a", "token_type": "mac"}"#,
  ])
  func `an answer without a usable token is refused`(answer: String) async throws {
    try await withSignIn(.gitlab) { flow in
      flow.standIn.answer(.token, with: .json(answer))
      let error = try await flow.failure()
      #expect(error.code == .unacceptable)
      #expect(flow.standIn.operations == [.authorize, .token])
    }
  }

  @Test(arguments: [200, 400, 401, 403, 422, 500, 503])
  func `an answer that repeats the secrets is not quoted`(status: Int) async throws {
    try await withSignIn(.gitlab) { flow in
      let code = try await flow.redirect().code()
      let secrets = [code.reveal(), flow.verifier.reveal(), flow.standIn.clientSecret ?? ""].joined(separator: " ")
      for name in ["error", "error_description", "message", "access_token"] {
        flow.standIn.answer(.token, with: .json(#"{"\#(name)": "\#(secrets)"}"#, status: status))
        _ = try await flow.failure(code)
      }
      let address = "https://evil.example/?" + secrets.replacing(" ", with: "/")
      flow.standIn.answer(.token, with: .redirect(307, to: address))
      _ = try await flow.failure(code)
    }
  }

  @Test func `an account's answer that repeats the token is not quoted`() async throws {
    try await withSignIn(.github) { flow in
      flow.standIn.answer(.token, with: .json(#"{"access_token": "the-token-of-ada"}"#))
      for status in [200, 401, 403, 404, 500] {
        flow.standIn.answer(
          .account, with: .json(#"{"message": "the-token-of-ada", "login": "the-token-of-ada"}"#, status: status))
        let error = try await flow.failure()
        #expect(!"\(error)".contains("the-token-of-ada"))
      }
    }
  }
}
