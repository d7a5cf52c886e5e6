// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewHost
import SwiftBuild
import SystemPackage

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Review one pull request: build, tests, patch coverage and style.",
    discussion: """
      Without --repo, the repository is the one of the CI job (GITHUB_REPOSITORY, CI_PROJECT_PATH) or the checkout's \
      origin. The token comes from --token-file, REVIEWBOT_TOKEN, or GITHUB_TOKEN, GITLAB_TOKEN or GITEA_TOKEN as the \
      forge is, or is made for a GitHub App (--app-id and --app-key-file); without one that may write, nothing is posted and the report is in the files, the job's summary and \
      the exit status.
      """)

  @Option(name: .customLong("pr"), help: ArgumentHelp("The pull request's number.", valueName: "N"))
  var number: Int?

  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository.", valueName: "OWNER/NAME|URL|PATH"))
  var repository: String?

  @Option(help: ArgumentHelp("The branch to compare with, where there is no forge that knows it.", valueName: "REF"))
  var base: String?

  @Option(help: "Where the pull request lives: \(ForgeKind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var forge: ForgeKind?

  @Flag(help: "Print what would be posted instead of posting it.")
  var dryRun = false

  @Flag(help: "Post nothing.")
  var noPublish = false

  @Option(help: ArgumentHelp("A configuration that replaces the repository's.", valueName: "FILE"))
  var config: String?

  @Option(help: ArgumentHelp("A file that holds the token.", valueName: "FILE"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("A GitHub App that makes the tokens; or REVIEWBOT_APP_ID.", valueName: "ID"))
  var appId: String?

  @Option(help: ArgumentHelp("The app's private key in PEM; or REVIEWBOT_APP_KEY_FILE.", valueName: "FILE"))
  var appKeyFile: String?

  @Option(help: ArgumentHelp("Tells several reviewbots apart; also the status's name.", valueName: "NAME"))
  var name = "reviewbot"

  @Option(help: ArgumentHelp("The folder for the reports.", valueName: "DIR"))
  var output = ".build/reviewbot"

  @Option(help: "How the code under review is kept apart: auto, bwrap, container, none.")
  var sandbox = SandboxChoice.auto
  @Option(help: ArgumentHelp("What containers are made from.", valueName: "IMAGE|FOLDER"))
  var sandboxImage: String?
  @Option(
    help: ArgumentHelp(
      "The OCI runtime that makes containers, instead of podman's or docker's own.", valueName: "NAME|PATH"))
  var sandboxRuntime: RuntimeName?
  @Option(help: "Whether pull requests from forks are reviewed without Landlock: required, optional.")
  var landlock = LandlockPreference.required
  @Option(
    help: ArgumentHelp(
      "A host that dependencies may come from besides the forge's and github.com. Repeatable.", valueName: "HOST"))
  var allowHost: [String] = []
  @Option(
    help: ArgumentHelp(
      "The token for private dependencies on a host. Repeatable. The code under review never sees it.",
      valueName: "HOST=FILE"))
  var dependencyToken: [String] = []
  @Flag(
    inversion: .prefixedNo,
    help: "Keep the build of the base branch for the next review to start from. Only in a sandbox.")
  var buildCache = true

  @Option(help: "Which trees are tested instead of what the configuration says: head, merge, both.")
  var test: TestedTrees?

  @Flag(help: "Show what the build and the tests print, and what is asked of the forge.")
  var verbose = false

  /// The directory for the reports.
  var reports: FilePath { FilePath(output) }

  var credential: CredentialChoice {
    CredentialChoice(tokenFile: tokenFile, appID: appId, appKeyFile: appKeyFile)
  }

  func run() async throws {
    guard let marker = CommentMarker(name: name) else {
      throw UsageError(
        "\(name) cannot be a name", remedy: "use 1 to 60 letters, digits and - _ . /, without two dashes in a row")
    }
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let run = try CheckRun(self, marker: marker, environment: environment)
    let status = try await run.perform()
    if status != .passed { throw ExitCode(status.code) }
  }
}

extension ForgeKind: ExpressibleByArgument {}
extension TestedTrees: ExpressibleByArgument {}
extension LandlockPreference: ExpressibleByArgument {}
extension RuntimeName: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension SandboxChoice: ExpressibleByArgument {}
