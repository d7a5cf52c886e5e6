// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// The hosts that the token for fetching may be sent to.
struct CloneHostsTests {
  private func check(
    _ url: String, kind: ForgeKind = .github, api: String, cloneURL: String? = nil, serverURL: String? = nil
  ) throws -> Bool {
    var settings = settings(StubTransport { _ in TransportResponse(status: .ok) })
    settings.kind = kind
    settings.cloneURL = cloneURL
    settings.serverURL = serverURL
    let api = try #require(HTTPAddress(api)).origin
    let hosts = try CloneHosts(settings, api: api, server: try #require(kind.api).server(ofAPI: api))
    do {
      return try hosts.checked(url, purpose: "cannot read it", forge: "the forge") == url
    } catch {
      guard error.code == .unacceptable else { throw error }
      return false
    }
  }

  @Test(arguments: [
    ("https://github.com/acme/shapes.git", "https://api.github.com", true),
    ("https://GitHub.com/acme/shapes.git", "https://api.github.com", true),
    ("https://api.github.com/acme/shapes.git", "https://api.github.com", false),
    ("https://github.com.evil.com/acme/shapes.git", "https://api.github.com", false),
    ("https://evil.com/github.com/shapes.git", "https://api.github.com", false),
    ("https://github.com@evil.com/acme/shapes.git", "https://api.github.com", false),
    ("http://github.com/acme/shapes.git", "https://api.github.com", false),
    ("ssh://git@github.com/acme/shapes.git", "https://api.github.com", false),
    ("git@github.com:acme/shapes.git", "https://api.github.com", false),
    ("https://acme.ghe.com/acme/shapes.git", "https://api.acme.ghe.com", true),
    ("https://eve.ghe.com/acme/shapes.git", "https://api.acme.ghe.com", false),
    ("https://ghe.example.com/acme/shapes.git", "https://ghe.example.com/api/v3", true),
    ("https://ghe.example.com:8443/acme/shapes.git", "https://ghe.example.com/api/v3", false),
    ("https://ghe.example.com:8443/acme/shapes.git", "https://ghe.example.com:8443/api/v3", true),
    ("https://10.0.0.5/acme/shapes.git", "https://10.0.0.5/api/v3", true),
    ("https://10.0.0.5:6443/acme/shapes.git", "https://10.0.0.5/api/v3", false),
    ("https://10.0.0.6/acme/shapes.git", "https://10.0.0.5/api/v3", false),
    ("https://169.254.169.254/acme/shapes.git", "https://api.github.com", false),
    ("https://127.0.0.1/acme/shapes.git", "https://api.github.com", false),
    ("https://2130706433/acme/shapes.git", "https://api.github.com", false),
    ("https://0x7f000001/acme/shapes.git", "https://api.github.com", false),
    ("https://0177.0.0.1/acme/shapes.git", "https://api.github.com", false),
    ("https://[::1]/acme/shapes.git", "https://api.github.com", false),
    ("https://[::ffff:10.0.0.1]/acme/shapes.git", "https://api.github.com", false),
    ("https://[64:ff9b::a00:1]/acme/shapes.git", "https://api.github.com", false),
    ("http://127.0.0.1:8081/acme/shapes.git", "http://127.0.0.1:8080", false),
    ("https://example.com/acme/shapes.git", "https://api.example.com/api/v3", false),
    ("http://127.0.0.1:8080/acme/shapes.git", "http://127.0.0.1:8080", true),
    ("http://evil.com/acme/shapes.git", "http://127.0.0.1:8080", false),
    ("", "https://api.github.com", false),
  ])
  func `a clone URL must have the scheme, host and port of the forge`(url: String, api: String, isTaken: Bool) throws {
    #expect(try check(url, api: api) == isTaken)
  }

  @Test(arguments: [ForgeKind.gitlab, .gitea])
  func `a clone URL on GitLab or Gitea must be on the host of the API`(kind: ForgeKind) throws {
    let api = "https://git.example.com/api/v4"
    #expect(try check("https://git.example.com/acme/shapes.git", kind: kind, api: api))
    #expect(try !check("https://github.com/acme/shapes.git", kind: kind, api: api))
    #expect(try !check("https://github.com/acme/shapes.git", kind: kind, api: "https://api.github.com"))
  }

  @Test(arguments: [
    "https://code.example.com", "https://code.example.com/acme/shapes.git",
    "ssh://git@code.example.com:2222/acme/shapes",
    "git@code.example.com:acme/shapes.git",
  ])
  func `accepts a clone URL on a configured host`(url: String) throws {
    let (clone, api) = ("https://code.example.com/acme/shapes.git", "https://api.example.com")
    #expect(try !check(clone, kind: .gitlab, api: api))
    #expect(try check(clone, kind: .gitlab, api: api, cloneURL: url))
    #expect(try check(clone, kind: .gitlab, api: api, serverURL: url))
  }

  @Test func `a server URL without a host is rejected`() {
    #expect(throws: ForgeError.self) { try check("https://a.com/b.git", api: "https://a.com", serverURL: "shapes") }
  }

  @Test func `a pull request whose clone URL is on another host is rejected`() async throws {
    let pullRequest = """
      {"number": 7, "title": "Circles", "state": "open", "user": null,
       "head": {"ref": "circles", "sha": "\(try sampleCommit().hex)", "repo": null},
       "base": {"ref": "main", "sha": "x",
         "repo": {"id": 1, "full_name": "acme/shapes", "clone_url": "https://evil.com/acme/shapes.git"}}}
      """
    let stub = StubTransport { _ in TransportResponse(status: .ok, body: Data(pullRequest.utf8)) }
    await #expect(
      throws: ForgeError(
        .unacceptable,
        "cannot read pull request #7 of acme/shapes: its clone URL is on https://evil.com, which would receive the token and "
          + "is not GitHub's server https://github.com",
        remedy:
          "if GitHub's repositories are there, set that server's URL in addition to the API's address https://api.github.com"
      )
    ) { try await source(settings(stub)).pullRequest(7) }
  }
}
