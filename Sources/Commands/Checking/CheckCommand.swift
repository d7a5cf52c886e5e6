// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import ConfigurationFiles
import Foundation
import Reporting
import ReviewContract
import ReviewHost
import SwiftBuild
import SystemPackage
import WorkerProtocol

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Review one pull request: build, tests, patch coverage and style.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      The default of --repo is the repository of the CI job (GITHUB_REPOSITORY, CI_PROJECT_PATH), else the checkout's \
      remote origin. The token is read from --token-file, REVIEWBOT_TOKEN, or the forge's GITHUB_TOKEN, GITLAB_TOKEN or \
      GITEA_TOKEN, or created for a GitHub App (--app-id and --app-key-file). Without a token with write permission, \
      nothing is posted; the report is in the files, the job's summary and the exit status.
      """,
    examples: [
      ("check --pr 7", "review pull request 7 of the remote origin"),
      ("check https://github.com/acme/shapes/pull/7", "review the pull request of a web page"),
      ("check --pr 7 --repo acme/shapes --dry-run", "print what would be posted"),
      ("check --pr 7 --recheck", "build and test a commit again that passed before"),
      ("check --pr 7 --repo https://git.example.com/a/b --forge gitlab", "review on a self-hosted server"),
      ("check --pr 1 --repo . --sandbox none", "review refs/pull/1/head of a local repository"),
      ("check --pr 7 --record ../session", "record the session with the forge, for a report of a bug"),
      ("check --pr 7 --forge-folder ../session --repo .", "repeat it, without a network"),
    ],
    statuses: CommandHelp.statuses(gate: "the gate failed: build, tests, coverage, findings or a conflict"),
    variables: [
      ("REVIEWBOT_TOKEN, GITHUB_TOKEN, GITLAB_TOKEN, GITEA_TOKEN", "the token, if there is no --token-file"),
      ("REVIEWBOT_APP_ID, REVIEWBOT_APP_KEY_FILE", "the defaults of --app-id and --app-key-file"),
      ("REVIEWBOT_GIT_CREDENTIAL", "USER:PASSWORD for fetching, instead of the token"),
      ("REVIEWBOT_SSH_KEY, SSH_AUTH_SOCK", "the key for fetching over SSH"),
      (
        "REVIEWBOT_FETCH_LIMIT, REVIEWBOT_MIRRORS_LIMIT",
        "the timeout of fetches, such as 10m, and the size of mirrors, such as 5G"
      ),
      ("REVIEWBOT_FETCH_DEPTH", "the number of commits to begin a new mirror with, with libgit2 1.7"),
      ("HTTPS_PROXY, HTTP_PROXY, NO_PROXY, SSL_CERT_FILE", "proxy and certificate authorities"),
      ("GITHUB_*, GITEA_ACTIONS, FORGEJO_ACTIONS, GITLAB_CI, CI_*", "the repository and pull request of a CI job"),
      CommandHelp.home, CommandHelp.path, CommandHelp.git, CommandHelp.color,
    ])

  @Argument(
    help: ArgumentHelp("The pull request: its number, #N, or the address of its page.", valueName: "N|URL"))
  var address: String?

  @Option(
    name: .customLong("pr"), parsing: .unconditional,
    help: ArgumentHelp("The pull request, instead of the argument.", valueName: "N|URL"))
  var pullRequest: String?

  @Option(name: .customLong("repo"), help: ArgumentHelp("The repository.", valueName: "OWNER/NAME|URL|PATH"))
  var repository: String?

  @Option(
    help: ArgumentHelp(
      "The base branch, for a repository without a forge; default: its default branch.", valueName: "REF"),
    completion: .gitReferences)
  var base: String?

  @Option(help: ArgumentHelp("The forge of the pull request.", valueName: "FORGE"))
  var forge: ForgeKind?

  @Option(
    help: ArgumentHelp(
      "How to handle a draft, instead of the configuration's pull_request.drafts.", valueName: "HANDLING"))
  var drafts: DraftReview?

  @Flag(help: "Review the pull request even if it is closed or merged.")
  var force = false

  @Flag(help: "Build and test again, even if a review of the same commits passed before.")
  var recheck = false

  @Flag(help: "Print what would be posted instead of posting it.")
  var dryRun = false

  @Flag(help: "Post nothing.")
  var noPublish = false

  @Option(
    help: ArgumentHelp("A configuration file that replaces the repository's.", valueName: "FILE"), completion: .file())
  var config: String?

  @OptionGroup var credential: CredentialOptions
  @OptionGroup var session: ForgeSessionOptions

  @Option(
    help: ArgumentHelp("The name that distinguishes several reviewbots; also the status's name.", valueName: "NAME"))
  var name = "reviewbot"

  @Option(help: ArgumentHelp("The folder for the reports.", valueName: "DIR"), completion: .directory)
  var output = ".build/reviewbot"
  @Option(help: ArgumentHelp("Write only this format of the report. Repeatable.", valueName: "FORMAT"))
  var format: [ReportFileFormat] = []

  @Option(help: ArgumentHelp("The isolation of the code under review.", valueName: "SANDBOX"))
  var sandbox = SandboxChoice.auto
  @OptionGroup var containers: ContainerOptions
  @Option(help: ArgumentHelp("Whether pull requests from forks require Landlock.", valueName: "PREFERENCE"))
  var landlock = LandlockPreference.required
  @Option(
    help: ArgumentHelp(
      "An additional host to fetch dependencies from, besides the forge's and github.com. Repeatable.",
      valueName: "HOST"))
  var allowHost: [String] = []
  @Option(
    help: ArgumentHelp(
      "The token for private dependencies on a host, not accessible to the code under review. Repeatable.",
      valueName: "HOST=FILE"))
  var dependencyToken: [String] = []
  @Flag(
    inversion: .prefixedNo,
    help: "Cache the build of the base branch for incremental builds. Requires a sandbox.")
  var buildCache = true

  @Option(help: ArgumentHelp("The trees to test, instead of the configuration's checkout.test.", valueName: "TREES"))
  var test: TestedTrees?

  @Option(
    help: ArgumentHelp(
      "Merge this coverage report of the head, LCOV or JSON of llvm-cov export, into the coverage. Repeatable.",
      valueName: "FILE"), completion: .file())
  var coverageReport: [String] = []
  @Option(
    help: ArgumentHelp(
      "Replace the prefix FROM of paths in coverage reports with TO, relative to the repository. Repeatable.",
      valueName: "FROM,TO"))
  var pathEquivalence: [String] = []

  @Flag(help: "Show the output of the build and the tests, and the requests to the forge.")
  var verbose = false

  func validate() throws {
    if address != nil, pullRequest != nil {
      throw ValidationError("--pr N|URL and the argument N|URL exclude each other")
    }
    if let name = format.first(where: { $0.format.fileName == nil })?.format.rawValue {
      throw ValidationError("--format \(name) is not a file; use reviewbot report --format \(name)")
    }
    if !pathEquivalence.isEmpty, coverageReport.isEmpty {
      throw ValidationError("--path-equivalence FROM,TO requires --coverage-report FILE")
    }
  }

  func run() async throws {
    guard let marker = CommentMarker(name: name) else {
      throw UsageError(
        "invalid --name \"\(name)\"", remedy: "use 1 to 60 letters, digits and - _ . /, without two dashes in a row")
    }
    let reference = try (address ?? pullRequest).map { text throws(UsageError) in try PullRequestReference(text) }
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let run = try ReviewRun(self, of: reference, marker: marker, environment: environment)
    let status = try await run.perform()
    if status != .passed { throw ExitCode(status.code) }
  }

  /// The options of the review that are arguments.
  func reviewOptions() throws(UsageError) -> HostReview.Options {
    var options = HostReview.Options()
    options.trees = test
    options.drafts = drafts
    options.keepsBuilds = buildCache
    options.keepsReviews = true
    options.repeatsReviews = recheck
    options.readsSources = true
    options.coverageReports = try CoverageReportFiles(
      coverageReport, prefixes: pathEquivalence.map { text throws(UsageError) in try PathPrefix(argument: text) },
      in: FilePath(FileManager.default.currentDirectoryPath))
    options.dependencyTokens = try DependencyTokens(reading: dependencyToken)
    options.worker.allowedHosts = try AllowedHosts.parse(allowHost)
    return options
  }
}

/// A format of the report. Those without a file parse too, so that the answer can name the command that prints them.
struct ReportFileFormat: ExpressibleByArgument {
  static var allValueStrings: [String] { ReportFormat.files.map(\.rawValue) }
  let format: ReportFormat

  init?(argument: String) {
    guard let format = ReportFormat(rawValue: argument) else { return nil }
    self.format = format
  }
}

extension DraftReview: ExpressibleByArgument {}
extension ForgeKind: ExpressibleByArgument {}
extension TestedTrees: ExpressibleByArgument {}
extension LandlockPreference: ExpressibleByArgument {}
extension RuntimeName: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension SandboxChoice: ExpressibleByArgument {}

/// The options for containers as sandboxes.
struct ContainerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The image or root folder of containers.", valueName: "IMAGE|FOLDER"))
  var sandboxImage: String?

  @Option(
    help: ArgumentHelp(
      "The OCI runtime of containers, instead of podman's or docker's default.", valueName: "NAME|PATH"))
  var sandboxRuntime: RuntimeName?
}

/// The options for the credential of a forge.
struct CredentialOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A file that contains the token.", valueName: "FILE"), completion: .file())
  var tokenFile: String?

  @Option(help: ArgumentHelp("The GitHub App to create tokens for; or REVIEWBOT_APP_ID.", valueName: "ID"))
  var appId: String?

  @Option(
    help: ArgumentHelp("The app's private key in PEM; or REVIEWBOT_APP_KEY_FILE.", valueName: "FILE"),
    completion: .file())
  var appKeyFile: String?

  var choice: CredentialChoice { CredentialChoice(tokenFile: tokenFile, appID: appId, appKeyFile: appKeyFile) }
}
