// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Foundation
package import Isolation
package import Observability
package import ReviewContract
import SecretMasking
package import SystemPackage
package import WorkerProtocol

/// Runs `reviewbot __review` as a child process, and reads its report.
package struct WorkerProcess: Sendable {
  package let environment: [String: String]
  /// The token, or the private key of the app, which the code under review must not be able to read.
  package let secret: Secret?
  /// The secrets to mask in the child's output.
  package let secrets: KnownSecrets
  /// The child drops its privileges as described here before it reads the request.
  package let preparation: WorkerPreparation

  /// The maximum size of progress events in bytes. The output of builds and tests in them has limits of its own.
  private static let largestOutput = 8 << 30
  /// The time for rules, coverage and package description, in addition to the limits of builds and tests.
  package static let slack = Duration.seconds(900)

  /// Reviews in a child process and reads its report. The report is untrusted: its commit and pull request are compared
  /// with the request, and secrets are masked.
  ///
  /// - Throws: ``RunError`` if the child fails or times out, or its report is missing, invalid or of another commit.
  package func review(_ request: WorkerCall.Request, progress: @escaping ProgressHandler) async throws -> ReviewResult {
    let isOpen = request.sandbox.level == .none
    if isOpen { try protectToken() }
    let build = request.configuration.build
    let setup = build.setupPlan?.timeLimit ?? .zero
    let linters = request.configuration.lint.linters.filter(\.isOn)
      .reduce(Duration.zero) { $0 + $1.timeout.duration }
    let once = setup + build.timeLimit.duration + request.configuration.tests.timeLimit.duration + linters
    let limits = ChildLimits(time: once * 2 + Self.slack, outputBytes: Self.largestOutput)
    let response: WorkerCall.Response
    do {
      let call = try WorkerCall.Call(
        WorkerCall.name, WorkerCall.arguments(for: request.sandbox.level),
        preparation: preparation)
      response = try await call(
        request, environment: inherited(request), limits: limits, onEvent: progress)
    } catch let error as ChildCallError<WorkerCall.Failure> {
      throw Self.explain(error)
    }
    let report = try request.readReport()
    guard report.head == request.workspace.head, report.pullRequest.number == request.pullRequest.number else {
      throw RunError("the report does not match the commit and pull request that were checked out")
    }
    // The descriptions of rules are from the configuration, because those in the report are untrusted.
    let named = report.withoutComparisons.identified(by: request.pullRequest)
      .naming(request.configuration.definedCustomRules)
    return result(request, try named.masked(by: secrets.mask), response)
  }

  private func inherited(_ request: WorkerCall.Request) -> [String: String] {
    // The child has no access to the system's temporary directory.
    SandboxedEnvironment.inherited(from: environment).merging(["TMPDIR": request.results.appending("tmp").string]) {
      $1
    }
  }

  private func result(
    _ request: WorkerCall.Request, _ report: Report, _ response: WorkerCall.Response
  ) -> ReviewResult {
    var (report, coverage) = (report, CoverageSnapshot?.none)
    switch UntrustedCoverageFile(request.coverage, of: report.head, mask: secrets.mask) {
    case .read(let snapshot): coverage = snapshot
    case .missing: break
    case .unusable:
      report = report.noting("cannot read the coverage of the whole project; it was not compared with the base")
    }
    return ReviewResult(
      report: report, coverage: coverage, tests: request.readTests(), documentObstacle: response.documentObstacle)
  }

  /// Without Landlock, code under review can read the environment of this process's ancestors, like any process of the
  /// same user.
  ///
  /// - Throws: ``RunError`` if the secret could be read.
  private func protectToken() throws {
    guard let secret, !Confinement.isAvailable else { return }
    let remedy = "use a kernel with Landlock (Linux 5.19 or later), or leave the token to another job with --no-publish"
    guard getuid() != 0 else {
      throw RunError(
        "code under review that runs as root could read the token in reviewbot's memory, and this kernel has no Landlock",
        remedy: remedy)
    }
    let ancestors = Confinement.ancestorsShowing(secret.reveal())
    guard let first = ancestors.first else { return }
    throw RunError(
      "the code under review could read the token in the environment of process \(first), and this kernel has no Landlock to prevent it",
      remedy: remedy)
  }

  private static func explain(_ error: ChildCallError<WorkerCall.Failure>) -> RunError {
    switch error {
    case .failed(let failure): RunError("the review failed: \(failure)")
    case .notStarted(let reason): RunError("cannot start the worker process: \(reason)")
    case .ended(let result) where result.ending == .cancelled: RunError("the review was cancelled")
    case .ended(let result):
      RunError(
        "the worker process ended without a response (\(result.ending)): \(result.tail.last ?? "no output")")
    }
  }
}

/// The folders of one review, siblings in the run's directory, and the permissions of its process.
package struct WorkerDirectories: Sendable {
  package let workspace: Workspace
  /// The review's output.
  package let results: FilePath
  /// Contains only the socket of the dependency proxy.
  private let proxy: FilePath
  /// The launcher's own folder.
  private let launcher: FilePath

  /// Creates the folders.
  package init(_ workspace: Workspace) throws(RunError) {
    self.workspace = workspace
    (results, proxy, launcher) = Self.folders(of: workspace)
    for folder in [results, temporary, proxy, launcher] {
      do {
        try FileManager.default.createDirectory(
          atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw RunError(
          "cannot create the folder \(folder): \(String(systemError: error))",
          remedy: "set REVIEWBOT_HOME to a writable folder with free space")
      }
    }
  }

  private static func folders(of workspace: Workspace) -> (results: FilePath, proxy: FilePath, launcher: FilePath) {
    let root = workspace.root.string
    return (FilePath(root + ".results"), FilePath(root + ".proxy"), FilePath(root + ".launcher"))
  }

  /// Removes the folders of a finished review, which are otherwise removed with the directory of the run.
  package static func remove(of workspace: Workspace) {
    let folders = folders(of: workspace)
    // What remains is removed with the run.
    for folder in [folders.results, folders.proxy, folders.launcher] { try? DirectoryRemoval.remove(folder) }
  }

  /// Removes the only folder outside of the run's directory.
  package func removeMountFolder() {
    // A later run removes it, if it is not empty.
    try? DirectoryRemoval.remove(mountFolder)
  }

  /// The mount point of containers' file systems, in their mount namespaces. It is outside of the home, which is not
  /// accessible to the user that the container runtime runs as.
  private var mountFolder: FilePath { Self.mountFolder(of: name) }

  /// The mount point for a review.
  ///
  /// - Parameter review: the review's ``name``.
  package static func mountFolder(of review: String) -> FilePath { FilePath("/tmp/reviewbot-\(review)") }

  /// The name of the review, unique on this host.
  package var name: String { workspace.root.name }

  package var temporary: FilePath { results.appending("tmp") }

  package var forwarding: ProxyForwarding {
    ProxyForwarding(socket: proxy.appending("socket"), subcommand: Forwarder.subcommand)
  }

  /// The privileges that the worker process keeps. Also changes the owner of the review's folders.
  ///
  /// - Parameters:
  ///   - lease: the user id of the review; `nil` for the id of this process.
  ///   - shared: reviewbot's folders that the review can read.
  ///   - ports: the TCP ports that the worker connects to.
  ///   - environment: the environment of this process.
  /// - Throws: ``SandboxError`` or ``RunError`` if a folder cannot be created or given to the user id.
  package func preparation(
    _ settings: SandboxSettings, lease: IDLease?, shared: [FilePath], ports: Set<UInt16>,
    environment: [String: String]
  ) throws -> WorkerPreparation {
    var preparation = WorkerPreparation()
    guard settings.level != .none else { return preparation }
    let isContained = settings.level == .container
    var settings = settings
    let toolchains = ToolchainDirectories.directories(environment)
    let folders = workspace.folders + [results, proxy]
    let readable = settings.readable + shared + toolchains
    if let lease {
      // The launcher of containers stays root, and so does its folder.
      try RunIdentity.give(isContained ? folders : folders + [launcher], to: lease.id)
      // Share the parent, because files cannot be moved between separate mounts. With mode 711 it cannot be listed, and
      // the folders of other runs are not accessible.
      let runs = workspace.root.parent
      chmod(runs.string, 0o711)
      if !isContained { settings.userNamespace = launcher.appending("user-namespace") }
      preparation.identity = RunIdentity(
        user: lease.id, paths: [runs] + readable + settings.programs,
        namespace: settings.userNamespace)
    }
    // Without Landlock, the worker starts its sandboxes itself. It cannot start containers: that takes another user id.
    guard Confinement.isAvailable || isContained else { return preparation }
    settings.forwarding = forwarding
    if isContained {
      settings.guest = lease?.id
      settings.label = name
      guard mkdir(mountFolder.string, 0o711) == 0, chmod(mountFolder.string, 0o711) == 0 else {
        throw RunError(
          "cannot create the folder \(mountFolder): \(String(cString: strerror(errno)))",
          remedy: "give reviewbot write permission for /tmp, where containers are mounted")
      }
      settings.mountFolder = mountFolder
      preparation.launchesFirst = true
    }
    preparation.launch = LaunchPlan(
      settings: settings, folders: workspace.folders + [results], toolchains: toolchains, scratch: launcher)
    var files = ConfinedFiles.system
    files.readable += readable + ConfinedFiles.ofThisProgram
    files.writable += folders
    files.ports = ports
    preparation.files = files
    return preparation
  }
}

extension ConfinedFiles {
  /// The executable of the process that is confined, and its libraries.
  fileprivate static var ofThisProgram: [FilePath] { [RunningExecutable.image] + SandboxEntrance.libraries }
}

extension Workspace {
  /// The folders of all checkouts: of the head, of the merge if it differs, and of the base if there is one.
  package var folders: [FilePath] {
    let overlay: FilePath? = if case .differs(let overlay) = merge { overlay.folder } else { nil }
    return [root] + [overlay, baseRoot, oldFiles?.folder, listing?.parent].compactMap(\.self)
  }
}
