// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// The sharing of rate limits between requests, and the names of the limits.
struct CredentialPacingTests {
  private static let key = "a private key"

  /// Returns the names of the pacings that are created for a client with each of these settings.
  private func names(_ settings: ForgeSettings...) throws -> [[String]] {
    try settings.map { settings in
      let names = Locked<[String]>([])
      let assembly = ForgesAssembly(pacing: { name in
        names.withLock { $0.append(name) }
        return ProcessPacing()
      })
      _ = try assembly.publisher(settings)
      return names.withLock { $0 }
    }
  }

  private func gitHub(
    _ repository: String = "acme/shapes", token: String? = nil, app: String? = nil, key: String = Self.key,
    apiURL: String = "https://api.github.com"
  ) -> ForgeSettings {
    var settings = settings(StubTransport { _ in TransportResponse(status: .ok) }, apiURL: apiURL)
    settings.repository = repository
    settings.token = token.map { Secret($0) }
    settings.app = app.map { AppSettings(id: $0, privateKey: Secret(key)) }
    return settings
  }

  @Test func `a token has one rate limit for all repositories, and another one on another server`() throws {
    let all = try names(
      gitHub(token: "s3cret-token"), gitHub("other/tools", token: "s3cret-token"), gitHub(token: "another-token"),
      gitHub(token: "s3cret-token", apiURL: "https://github.example.com/api/v3"))
    #expect(all.allSatisfy { $0.count == 1 })
    let single = all.flatMap(\.self)
    #expect(single[0] == single[1])
    #expect(Set(single).count == 3)
    // A digest, which does not reveal the token.
    #expect(single.allSatisfy { Fingerprint.isName($0) })
  }

  @Test func `an app has one rate limit for each account, for any key, and one for itself`() throws {
    let all = try names(
      gitHub(app: "7"), gitHub("ACME/tools", app: "7", key: "a new key"), gitHub("other/tools", app: "7"),
      gitHub(app: "8"))
    #expect(all.allSatisfy { $0.count == 2 })
    #expect(Set(all[0]) == Set(all[1]))
    #expect(Set(all[0]).intersection(all[2]).count == 1)
    #expect(Set(all[0]).isDisjoint(with: all[3]))
  }

  @Test func `a client without a credential has no named rate limit`() throws {
    #expect(try names(gitHub()) == [[]])
  }
}
