// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// Repositories that a pattern matches.
  struct ServedDiscoveryTests {
    /// Adds repositories with the contents of `acme/tiny` and one pull request each.
    private static func add(_ count: Int, to world: ScratchDirectory) throws {
      try TinyRepository(content: .noPackage).add(to: world)
      try StandInWorld(folder: world).change { forge in
        for number in 2...count {
          let name = "tiny-\(number)"
          forge.add(
            [
              "owner": "acme", "name": name, "path": "git/acme/tiny.git",
              "collaborators": ["ada": "write", "bot-user": "write"],
            ], to: "repos")
          forge.add(
            ["number": 1, "head": "change-1", "title": "Change 1", "user": "ada", "repo": "acme/\(name)"], to: "pulls")
          forge.showApp("acme/\(name)")
        }
      }
    }

    // GitHub asks for a second between the tokens of an app, of which each repository needs one.
    @Test(.thoroughWithForge, arguments: [(ServiceDirectory.Credential.token, 299), (.app, 29)])
    func `the first pull request of many repositories is announced while the others are listed`(
      credential: ServiceDirectory.Credential, count: Int
    ) async throws {
      try await withStandInForge(prepare: { try Self.add(count, to: $0) }) { forge in
        // The external stand-in has no lists of an owner's repositories.
        guard forge.isBuiltIn else { return }
        try await withScratchDirectory { folder in
          var settings = ServiceDirectory.Settings()
          settings.credential = credential
          settings.repositories = ["\"acme/*\""]
          let service = try ServiceDirectory(in: folder, for: forge, settings)
          let served = try await service.start()
          try await served.wait(for: "the lists") { lines in lines.contains { $0.message == "reconciled" } }
          let requests = try await forge.requests()
          let first = try #require(
            requests.firstIndex {
              $0.method == "POST" && ($0.path.contains("/statuses/") || $0.path.contains("/check-runs"))
            })
          // The first one does not wait for the lists of all repositories.
          let lists = requests.indices.filter { requests[$0].path.contains("/pulls?") }
          #expect(lists.contains { $0 > first })
          // One list of pull requests for each repository, those of the stand-in included.
          #expect(Set(lists.map { requests[$0].path }).count == count + 1)
          #expect(lists.count == count + 1)
          let listings = requests.filter { $0.path.hasPrefix("/orgs/") || $0.path.hasPrefix("/installation/") }
          #expect(listings.count == count / 100 + 1)
          #expect(!requests.contains { $0.path.hasSuffix("/installation") })
          #expect(try await forge.violations() == [])
          _ = try await served.terminate()
        }
      }
    }
  }
}
