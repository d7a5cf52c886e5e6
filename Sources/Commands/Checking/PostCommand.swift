// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
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

  @Option(help: ArgumentHelp("The folder with the report.", valueName: "DIR"))
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

  @Option(help: "The forge of the pull request: \(ForgeKind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var forge: ForgeKind?

  @Option(help: ArgumentHelp("A file that contains the token.", valueName: "FILE"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("The GitHub App to create tokens for; or REVIEWBOT_APP_ID.", valueName: "ID"))
  var appId: String?

  @Option(help: ArgumentHelp("The app's private key in PEM; or REVIEWBOT_APP_KEY_FILE.", valueName: "FILE"))
  var appKeyFile: String?

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
    let request = PostRequest(
      folder: FilePath(from), pullRequest: reference, head: head, repository: repository, forge: forge,
      credential: CredentialChoice(tokenFile: tokenFile, appID: appId, appKeyFile: appKeyFile), isDryRun: dryRun)
    let status = try await PostRun(request, marker: marker, environment: environment).perform()
    if status != .passed { throw ExitCode(status.code) }
  }
}
