// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewHost
import Testing

@testable import CommandSupport
@testable import Commands

struct AppContextTests {
  private static func target(_ kind: ForgeKind) -> ReviewTarget {
    ReviewTarget(
      forge: kind, name: "acme/shapes", cloneURL: kind == .local ? "/srv/shapes.git" : nil,
      apiURL: kind == .local ? nil : "https://forge.test/api", number: 7)
  }

  /// The path of the first request for a pull request; `nil` for a local repository, which needs none.
  @Test(
    arguments: [
      (.github, "/api/repos/acme/shapes/pulls/7"), (.gitlab, "/api/projects/acme%2Fshapes/merge_requests/7"),
      (.gitea, "/api/repos/acme/shapes/pulls/7"), (.local, nil),
    ] as [(ForgeKind, String?)])
  func `each kind of forge has a client over the given transport`(
    kind: ForgeKind, path: String?
  ) async throws {
    let network = StubTransport { _ in TransportResponse(status: .notFound) }
    var context = AppContext(environment: [:])
    context.transport = network
    let forge = try context.forge(Self.target(kind), base: "main", credential: .token(Secret("s3cret")))
    #expect((forge.publisher == nil) == (kind == .local))
    #expect((forge.inspector == nil) == (kind == .local))
    #expect(try await forge.fetchToken() == Secret("s3cret"))
    // The stub has no pull request; only its requests are compared.
    _ = try? await forge.source.pullRequest(7)
    #expect(await network.requests.first?.head.path == path)
  }

  @Test(arguments: ForgeKind.allCases)
  func `a forge without a credential has no publisher`(kind: ForgeKind) throws {
    let forge = try AppContext(environment: [:]).forge(Self.target(kind), base: "main", credential: .anonymous)
    #expect(forge.publisher == nil)
  }
}
