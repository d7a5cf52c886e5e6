// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// The stand-in detects requests that a forge would not accept, or that ask for more than the identity.
struct SignInStandInTests {
  @Test(
    arguments: [
      (.github, "&scope=repo", "error=invalid_scope"), (.gitlab, "&scope=api", "error=invalid_request"),
      (.gitea, "&prompt=none", "error=invalid_request"),
      (.gitlab, "&code_challenge_method=plain", "error=invalid_request"),
    ] as [(ForgeKind, String, String)])
  func `a request for more than the identity is refused`(kind: ForgeKind, more: String, error: String) async throws {
    try await withSignIn(kind) { flow in
      let address = flow.client.authorizationAddress(
        state: "s", verifier: flow.verifier, redirect: SignInFlow.callback)
      let location = try #require(try await flow.standIn.visit(address + more))
      #expect(location.contains(error) && location.contains("state=s") && !location.contains("code="))
      #expect(flow.standIn.violations != [])
    }
  }

  @Test(arguments: signInForges)
  func `a request without a proof key or a state is refused`(kind: ForgeKind) async throws {
    try await withSignIn(kind) { flow in
      let address = flow.client.authorizationAddress(
        state: "s", verifier: flow.verifier, redirect: SignInFlow.callback)
      for name in ["code_challenge", "code_challenge_method", "response_type", "state"] {
        let location = try #require(try await flow.standIn.visit(address.replacing("\(name)=", with: "x_\(name)=")))
        #expect(!location.contains("&code="))
      }
      #expect(flow.standIn.violations.count >= 4)
    }
  }
}
