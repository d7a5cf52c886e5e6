// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText
import ReviewContract
import ReviewHost
import SystemPackage

/// The request of `reviewbot post`.
struct PostRequest: Sendable {
  /// The folder with `report.json`.
  let folder: FilePath
  /// `nil` for the number in the report.
  let pullRequest: PullRequestReference?
  /// The head commit; `nil` for the head of the CI job's event.
  let head: String?
  /// The repository; `nil` for the repository of the CI job.
  let repository: String?
  let forge: ForgeKind?
  let credential: CredentialChoice
  let isDryRun: Bool
}

/// One `reviewbot post`.
struct PostRun: Sendable {
  private let request: PostRequest
  private let marker: CommentMarker
  private let environment: [String: String]

  init(_ request: PostRequest, marker: CommentMarker, environment: [String: String]) {
    self.request = request
    self.marker = marker
    self.environment = environment
  }

  func perform() async throws -> ExitStatus {
    let ci = CIEnvironment(environment)
    let parts = AppContext(environment: environment, answers: try Places(environment: environment).answers)
    let head = try head(ci)
    let foreign = try ForeignReport(readingFrom: request.folder)
    let resolver = TargetResolver(
      repository: request.repository, forge: request.forge,
      pullRequest: request.pullRequest ?? .number(foreign.number), ci: ci,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath), inspector: parts.inspector)
    let target = try await resolver.resolve()
    let credential = try request.credential.credential(
      for: target.forge, secrets: Secrets.current, environment: environment)
    let forge = try parts.forge(
      target, base: nil, serverURL: target.forge == ci.forge ? ci.serverURL : nil, credential: credential)
    guard let publisher = forge.publisher else {
      throw UsageError("there is no token to post with", remedy: "set REVIEWBOT_TOKEN or use --token-file")
    }
    let pullRequest = try await forge.source.pullRequest(target.number)
    guard pullRequest.state == .open else {
      Console.say("Pull request #\(pullRequest.number) is \(pullRequest.state.rawValue): nothing was posted.")
      return .passed
    }
    guard let report = try foreign.checked(against: pullRequest, madeAt: head) else {
      Console.complain("the head moved from \(head.short); the report was not posted")
      return .superseded
    }
    let output = try ReportOutput(
      report, into: pullRequest.baseBranch, marker: marker, choice: PublishingChoice(), renderers: parts.renderers,
      isForeign: true)
    var publication = output.publication
    publication.jobPage = ci.jobPage
    let receipt = try await publisher.publish(publication, isDryRun: request.isDryRun)
    receipt.printEntries()
    return receipt.isRefused ? .couldNotRun : .passed
  }

  private func head(_ ci: CIEnvironment) throws -> CommitID {
    guard let text = request.head ?? ci.triggeringHead else {
      throw UsageError(
        "the head of the run is unknown",
        remedy: "give it with --head COMMIT, or run in a job for the event workflow_run")
    }
    guard let head = CommitID(text) else {
      throw UsageError(
        "invalid --head \"\(HostileText(text).line(limit: 80))\"", remedy: "give a full commit id of 40 or 64 digits")
    }
    return head
  }
}
