// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// The commit under review.
func sampleCommit() throws -> CommitID { try #require(CommitID(String(repeating: "a1", count: 20))) }

func samplePublication(
  _ text: String = "All is well.", name: String = "reviewbot", commit: CommitID? = nil,
  state: Publication.State = .success, summary: String = "passed", annotations: [Annotation] = []
) throws -> Publication {
  let marker = try #require(CommentMarker(name: name))
  return Publication(
    pullRequest: 7, commit: try commit ?? sampleCommit(), marker: marker, comment: "\(marker.line)\n\(text)\n",
    state: state, summary: summary, annotations: annotations)
}

func sampleAnnotations(_ count: Int) -> [Annotation] {
  (0..<count).map { index in
    Annotation(
      path: "Sources/Shapes/Circle.swift", range: SourceRange(line: index + 1, column: 3), severity: .warning,
      title: "force_unwrapping", message: "Remark \(index + 1).")
  }
}

func settings(_ transport: any HTTPTransport, apiURL: String = "https://api.github.com") -> ForgeSettings {
  ForgeSettings(
    kind: .github, repository: "acme/shapes", apiURL: apiURL, token: Secret("s3cret"), transport: transport,
    userAgent: "reviewbot/test")
}

func gitHubSettings(_ transport: any HTTPTransport) -> ForgeSettings { settings(transport) }

func gitLabSettings(_ transport: any HTTPTransport) -> ForgeSettings {
  var settings = settings(transport, apiURL: "https://gitlab.com/api/v4")
  settings.kind = .gitlab
  settings.repository = "acme/tools/shapes"
  return settings
}

func giteaSettings(_ transport: any HTTPTransport) -> ForgeSettings {
  var settings = settings(transport, apiURL: "https://gitea.example.com/api/v1")
  settings.kind = .gitea
  return settings
}

func gitHub() throws -> GitHubAPI { try GitHubAPI(settings(StubTransport { _ in TransportResponse(status: .ok) })) }
func gitLab() throws -> GitLabAPI {
  try GitLabAPI(gitLabSettings(StubTransport { _ in TransportResponse(status: .ok) }))
}
func gitea() throws -> GiteaAPI { try GiteaAPI(giteaSettings(StubTransport { _ in TransportResponse(status: .ok) })) }

/// The publisher that the program uses for those settings.
func publisher(
  _ settings: ForgeSettings, clock: InstantClock = InstantClock()
) throws -> any ReportPublisher {
  try ForgesAssembly(clock: clock).publisher(settings)
}

func source(
  _ settings: ForgeSettings, clock: InstantClock = InstantClock()
) throws -> any PullRequestSource {
  try ForgesAssembly(clock: clock).pullRequests(settings)
}

func inspector(
  _ settings: ForgeSettings, clock: InstantClock = InstantClock()
) throws -> any RepositoryInspector {
  try ForgesAssembly(clock: clock).inspector(settings)
}

extension ConversationAPI {
  /// The status of a publication, regardless of other pull requests.
  func status(_ publication: Publication) -> CommitStatus {
    status(ShownVerdict(publication), in: publication.marker.name)
  }
}

/// The pull requests of a repository in memory.
struct KnownPullRequests: PullRequestSource {
  var pullRequests: [PullRequest] = []
  var error: ForgeError?

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    if let error { throw error }
    guard let found = pullRequests.first(where: { $0.number == number }) else {
      throw ForgeError(.notFound, "there is no pull request #\(number)")
    }
    return found
  }
}

extension PullRequest {
  static func sample(
    _ number: Int, head: CommitID, into base: String = "main", state: State = .open, isFromFork: Bool = false
  ) -> PullRequest {
    PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      number: number, title: "Circles", author: "ada", url: nil, state: state, isDraft: false, head: head,
      headRef: "refs/pull/\(number)/head", baseBranch: base, isFromFork: isFromFork)
  }
}

extension Publication {
  /// The comment, or an empty text.
  var text: String { comment ?? "" }
}

extension Receipt {
  /// The outcomes and subjects, without the requests.
  var outline: [String] { entries.map { "\($0.outcome.rawValue) \($0.subject)" } }
}
