// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CurlTransport
import Forges
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

extension BrowserTests {
  struct SignInTests {
    @Test(arguments: [(ForgeKind.github, "GitHub"), (.gitlab, "GitLab"), (.gitea, "Gitea")])
    func `an account signs in from a page, comes back to it, and signs out`(kind: ForgeKind, name: String) async throws
    {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        world.kind.withLock { $0 = kind }
        try await withSignInStandIn(kind, redirects: []) { standIn in
          let client = try SignInClient(
            SignInSettings(
              kind: kind, serverURL: standIn.url, clientID: standIn.clientID,
              clientSecret: standIn.clientSecret.map { Secret($0) }, transport: CurlTransportAssembly().transport,
              userAgent: "reviewbot/test"))
          world.signIn.withLock { $0 = client }
          let job = try await world.review()
          try await withPages(world) { pages in
            standIn.register("\(pages.address)/sign-in/github/done")
            let browser = try Browser(["sign-in", "\(pages.address)/r/\(job.id)", name], in: folder)
            try await browser.wait(for: "signed in")
            try await browser.finish()
          }
          #expect(standIn.violations.isEmpty)
          #expect(standIn.validTokens == (kind == .gitea ? 1 : 0))
        }
      }
    }
  }
}

extension PagesWorld {
  /// Lets accounts sign in with a forge that does not answer.
  func offerSignIn() async throws {
    let client = try SignInClient(
      SignInSettings(
        kind: .github, serverURL: "http://127.0.0.1:9", clientID: "client", clientSecret: Secret("secret"),
        transport: CurlTransportAssembly().transport, userAgent: "reviewbot/test"))
    signIn.withLock { $0 = client }
  }
}
