// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import SecretMasking
import SystemPackage
import Testing

@testable import Forges

/// A forge whose responses are files.
struct ForgeFolderTests {
  private static let commit = String(repeating: "a", count: 40)

  private func settings(_ kind: ForgeKind, _ folder: ScratchDirectory) throws -> ForgeSettings {
    let forge = try ForgeFolder(folder.path) { SecretMask() }
    var settings = ForgeSettings(
      kind: kind, repository: "acme/shapes", apiURL: "https://forge.example.com", token: Secret("none-of-it"),
      transport: forge, userAgent: "reviewbot/test")
    if let account = forge.appAccount { settings.appAccount = account }
    return settings
  }

  private func writes(_ folder: ScratchDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.appending("writes").string)
      .filter { $0.hasSuffix(".txt") }.sorted().map { try folder.text("writes/\($0)") }
  }

  @Test(arguments: [ForgeKind.github, .gitlab, .gitea])
  func `later responses show what was written`(kind: ForgeKind) async throws {
    try await withScratchDirectory { folder in
      let lists =
        kind == .gitlab
        ? [
          "projects/acme%2Fshapes/merge_requests/1/notes",
          "projects/acme%2Fshapes/repository/commits/\(Self.commit)/statuses",
        ]
        : ["repos/acme/shapes/issues/1/comments", "repos/acme/shapes/commits/\(Self.commit)/statuses"]
      for list in lists { try folder.write("GET/\(list).json", "[]") }
      let publisher = try publisher(settings(kind, folder))
      let commit = try #require(CommitID(Self.commit))
      let first = try standInPublication("First.", commit, .pending)
      let latest = try standInPublication("Second.", commit, .failure)
      var outlines: [[String]] = []
      for publication in [first, first, latest, latest] {
        outlines.append(try await publisher.publish(publication, isDryRun: false).outline)
      }
      #expect(
        outlines == [
          ["created comment", "created status"], ["unchanged comment", "unchanged status"],
          ["updated comment", "created status"], ["unchanged comment", "unchanged status"],
        ])
      let texts = try writes(folder)
      #expect(texts.count == 4)
      #expect(texts.map { $0.contains("Second.") } == [false, false, true, true])
    }
  }

  @Test func `the session of an app is repeated without its key`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "0001-GET.request", "GET https://forge.example.com/repos/acme/shapes/installation\nAuthorization: ***\n\n")
      try folder.write("0001-GET.response", "HTTP/1.1 200\n\n" + #"{"id": 1, "app_slug": "shapes-app"}"#)
      try folder.write("GET/repos/acme/shapes/issues/1/comments.json", "[]")
      try folder.write("GET/repos/acme/shapes/commits/\(Self.commit)/check-runs.json", #"{"check_runs": []}"#)
      let publisher = try publisher(settings(.github, folder))
      let publication = try standInPublication("Done.", try #require(CommitID(Self.commit)), .success)
      #expect(
        try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created check run"])
      #expect(
        try await publisher.publish(publication, isDryRun: false).outline == [
          "unchanged comment", "unchanged check run",
        ])
    }
  }

  @Test func `a clone URL is not used unless it is a folder`() throws {
    let api = try #require(Origin(scheme: "https", authority: "forge.example.com"))
    var settings = ForgeSettings(
      kind: .github, repository: "acme/shapes", transport: StubTransport { _ in TransportResponse(status: .ok) },
      userAgent: "reviewbot/test")
    settings.isOffline = true
    func clone(_ url: String) throws -> String {
      try CloneHosts(settings, api: api, server: api).checked(url, purpose: "cannot fetch", forge: "GitHub")
    }
    #expect(try clone("/srv/shapes") == "/srv/shapes")
    #expect(
      try clone("https://forge.example.com/acme/shapes.git") == "offline+https://forge.example.com/acme/shapes.git")
    #expect(throws: ForgeError.self) { try clone("ssh://git@forge.example.com/acme/shapes.git") }
    settings.cloneURL = "/srv/other"
    #expect(try clone("https://forge.example.com/acme/shapes.git") == "/srv/other")
  }
}
