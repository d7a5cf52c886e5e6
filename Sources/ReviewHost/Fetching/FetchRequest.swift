// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Git
import Isolation
import ReviewContract
import SystemPackage

/// The request to fetch a pull request and to check it out, from this process to its child `reviewbot __fetch`.
///
/// The child is a separate process, because only a process can be terminated when a server stops responding. It receives
/// the token through a pipe.
package struct FetchRequest: Codable, Sendable {
  package static let subcommand = "__fetch"

  let pullRequest: PullRequest
  let settings: GitWorkspaceSettings

  private typealias Call = ChildCall<FetchRequest, ProgressEvent, Workspace, WorkspaceError>

  /// The time after the timeout in which the child can report it before it is terminated.
  private static let grace = Duration.seconds(5)
  /// The maximum number of threads and processes, including one of SSH.
  private static let tasks = 256
  /// A pack of a kilobyte can contain objects of gigabytes, which libgit2 inflates in memory. The limit is the maximum
  /// size of a tree's files, or half of the memory on smaller machines.
  private static let memoryBytes = min(4 << 30, Int(ProcessInfo.processInfo.physicalMemory / 2))

  /// Creates the workspace in a child process. The child enforces the timeout while the server responds; this process
  /// enforces it otherwise.
  func checkOut(progress: @escaping ProgressHandler) async throws(WorkspaceError) -> Workspace {
    // The child writes the whole change set as one line.
    let limits = ChildLimits(
      time: settings.limits.time + Self.grace, lineBytes: 64 << 20,
      resources: ResourceLimits(tasks: Self.tasks, memoryBytes: Self.memoryBytes))
    do {
      return try await Call(Self.subcommand)(
        self, environment: settings.environment, limits: limits, onEvent: progress)
    } catch {
      switch error {
      case .failed(let failure): throw failure
      case .notStarted(let reason):
        throw WorkspaceError(.failed, "cannot start the fetching process", underlying: reason)
      case .ended(let result): throw ended(result)
      }
    }
  }

  private func ended(_ result: ChildResult) -> WorkspaceError {
    switch result.ending {
    case .timedOut:
      WorkspaceError(
        .timedOut, "fetching timed out after \(String(duration: settings.limits.time))",
        remedy: "check the network and the server, then try again")
    case .cancelled: WorkspaceError(.failed, "fetching was cancelled")
    case .tooMuchMemory:
      WorkspaceError(
        .tooLarge,
        "the fetching process \(result.ending.excess ?? ""): the repository contains objects that are too large")
    case .exited, .signalled, .tooMuchOutput, .tooManyTasks, .tooMuchDisk, .tooManyFiles, .diskFull:
      WorkspaceError(
        .failed, "the fetching process ended without a response (\(result.ending))", underlying: result.tail.last)
    }
  }

  /// Reads one request from standard input, fetches, and checks out.
  ///
  /// - Returns: the exit status of the process.
  package static func serve() async -> Int32 {
    SecretEnvironment.closeMemory()
    return await ChildReply.serve { (request: FetchRequest, report) async throws(WorkspaceError) -> Workspace in
      try await GitAssembly().workspaces(request.settings).checkOut(request.pullRequest, progress: report)
    }
  }
}

extension HostReview {
  func workspaceSettings(_ token: Secret?, for forge: ForgeKind) throws(WorkspaceError) -> GitWorkspaceSettings {
    var limits = WorkspaceLimits(time: options.fetchTimeout.duration)
    if let size = options.mirrorsSize { limits.mirrorBytes = size.bytes }
    var settings = GitWorkspaceSettings(
      mirrors: home.mirrors, workspaces: home.runs, credential: try credential(token, for: forge), ssh: ssh,
      certificates: environment["SSL_CERT_FILE"].map { FilePath($0) }, limits: limits)
    settings.checksOutBase = options.keepsBuilds && sandbox.level != .none
    settings.readsSources = options.readsSources
    settings.depth = options.fetchDepth
    settings.environment = environment
    return settings
  }

  /// The operator's credential for fetching takes precedence over the token.
  private func credential(_ token: Secret?, for forge: ForgeKind) throws(WorkspaceError) -> GitCredential? {
    guard let text = options.gitCredential else { return token.map { GitCredential(token: $0, for: forge) } }
    if let credential = GitCredential(userAndPassword: text) { return credential }
    throw WorkspaceError(
      .failed, "REVIEWBOT_GIT_CREDENTIAL is not a user name and a password", remedy: "write USER:PASSWORD")
  }

  /// The key of `REVIEWBOT_SSH_KEY`, else the SSH agent; `nil` without either.
  private var ssh: SSHAccess? {
    if let file = environment["REVIEWBOT_SSH_KEY"], !file.isEmpty { return .key(FilePath(file)) }
    return environment["SSH_AUTH_SOCK"].flatMap { $0.isEmpty ? nil : .agent }
  }
}
