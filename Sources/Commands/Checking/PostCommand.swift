// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Findings
import Foundation
import HostileText
import ReviewContract
import ReviewHost
import SystemPackage

struct PostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Post the report of an unprivileged job, marked as reported by the pull request itself.",
    discussion: help.discussion)

  /// The suffix of the name under which such reports are posted.
  static let suffix = "/fork"

  private static let help = CommandHelp(
    text: """
      For pull requests from forks, whose jobs have no permission to post: their job runs reviewbot check --no-publish \
      --output DIR, and a second, trusted job posts DIR. The author controls the first job and can forge its report. \
      Therefore the comment states its origin, and comment and status have the name NAME\(suffix): never require \
      that status. Nothing in DIR is executed, and only report.json is opened. Repository, number and head are compared \
      with the forge's.
      """,
    examples: [
      ("post --from report", "post the report of the workflow run that triggered this job (workflow_run)"),
      ("post --from report --pr 7 --head $COMMIT", "post the report of another CI system's run"),
    ],
    statuses: [(0, "posted")] + CommandHelp.failures,
    variables: [
      ("REVIEWBOT_TOKEN, GITHUB_TOKEN, GITLAB_TOKEN, GITEA_TOKEN", "the token, if there is no --token-file"),
      ("REVIEWBOT_APP_ID, REVIEWBOT_APP_KEY_FILE", "the defaults of --app-id and --app-key-file"),
      ("HTTPS_PROXY, HTTP_PROXY, NO_PROXY, SSL_CERT_FILE", "proxy and certificate authorities"),
      ("GITHUB_*, GITEA_ACTIONS, FORGEJO_ACTIONS, GITLAB_CI, CI_*", "the repository and the event of a CI job"),
      CommandHelp.home,
    ])

  @Option(help: ArgumentHelp("The folder with the report.", valueName: "DIR"), completion: .directory)
  var from: String

  @Option(
    name: .customLong("pr"), parsing: .unconditional,
    help: ArgumentHelp(
      "The pull request, instead of the report's: its number, #N, or the address of its page.", valueName: "N|URL"))
  var pullRequest: String?

  @Option(
    help: ArgumentHelp(
      "The head commit of the run that created the report, from the forge; default: the head of the event workflow_run.",
      valueName: "COMMIT"))
  var head: String?

  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository.", valueName: "OWNER/NAME|URL"))
  var repository: String?

  @Option(help: ArgumentHelp("The forge of the pull request.", valueName: "FORGE"))
  var forge: ForgeKind?

  @OptionGroup var credential: CredentialOptions
  @OptionGroup var session: ForgeSessionOptions

  @Option(
    help: ArgumentHelp("The name that distinguishes several reviewbots; \(suffix) is added.", valueName: "NAME"))
  var name = "reviewbot"

  @Flag(help: "Print what would be posted instead of posting it.")
  var dryRun = false

  func run() async throws {
    guard let marker = CommentMarker(name: name + Self.suffix) else {
      throw UsageError(
        "invalid --name \"\(HostileText(name).line())\"",
        remedy: "use 1 to 55 letters, digits and - _ . /, without two dashes in a row")
    }
    let environment = ProcessInfo.processInfo.environment
    let reference = try pullRequest.map { text throws(UsageError) in try PullRequestReference(text) }
    let session = try session.session()
    let status = try await session.run { try await post(reference, marker, session, environment) }
    if status != .passed { throw ExitCode(status.code) }
  }

  /// - Parameter reference: `nil` for the number in the report.
  private func post(
    _ reference: PullRequestReference?, _ marker: CommentMarker, _ session: ForgeSession,
    _ environment: [String: String]
  ) async throws -> ExitStatus {
    let ci = CIEnvironment(environment)
    let parts = AppContext(
      environment: environment, responses: try HomeDirectory(environment: environment).responses, session: session)
    let head = try head(ci)
    let foreign = try ForeignReport(readingFrom: FilePath(from))
    let resolver = TargetResolver(
      repository: repository, forge: forge,
      pullRequest: reference ?? .number(foreign.number), ci: ci,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath), inspector: parts.inspector)
    let target = try await session.target(resolver)
    let credential = try session.credential { () throws(UsageError) in
      try self.credential.choice.credential(for: target.forge, secrets: Secrets.current, environment: environment)
    }
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
    let receipt = try await publisher.publish(publication, isDryRun: dryRun)
    receipt.printEntries()
    return receipt.isRefused ? .couldNotRun : .passed
  }

  private func head(_ ci: CIEnvironment) throws -> CommitID {
    guard let text = self.head ?? ci.triggeringHead else {
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
