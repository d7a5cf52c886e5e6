// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import Git
package import Isolation
package import ReviewContract
package import SystemPackage

/// Creates workspaces in a child process that can be terminated. The child receives the token through a pipe.
package struct ChildWorkspaceProvider: WorkspaceProvider {
  package let places: Places
  package let token: Secret?
  /// `USER:PASSWORD` for fetching, instead of the token.
  package let credential: Secret?
  package let certificates: FilePath?
  package let environment: [String: String]
  /// Whether the base's tip is checked out as well.
  package let withBase: Bool
  /// Whether the texts of the changed files are read.
  package let withSources: Bool

  /// The limit for fetching and checking out. The child enforces it while the server responds; the parent enforces it
  /// otherwise.
  package let timeout: TimeSpan
  /// The maximum size of all mirrors together; `nil` for the default.
  package let mirrorsSize: ByteSize?

  /// The time after the timeout in which the child can report it before it is terminated.
  private static let grace = Duration.seconds(5)
  /// The maximum number of threads and processes, including one of SSH.
  private static let tasks = 256
  /// A pack of a kilobyte can contain objects of gigabytes, which libgit2 inflates in memory. The limit is the maximum
  /// size of a tree's files, or half of the memory on smaller machines.
  private static let memoryBytes = min(4 << 30, Int(ProcessInfo.processInfo.physicalMemory / 2))

  package init(
    places: Places, token: Secret?, credential: Secret?, certificates: FilePath?, environment: [String: String],
    withBase: Bool, withSources: Bool = false, timeout: TimeSpan, mirrorsSize: ByteSize?
  ) {
    self.places = places
    self.token = token
    self.credential = credential
    self.certificates = certificates
    self.environment = environment
    self.withBase = withBase
    self.withSources = withSources
    self.timeout = timeout
    self.mirrorsSize = mirrorsSize
  }

  package func checkOut(
    _ pullRequest: PullRequest, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> Workspace {
    let request = FetchChild.Request(
      pullRequest: pullRequest, mirrors: places.mirrors, workspaces: places.runs, token: token?.reveal(),
      credential: credential?.reveal(), ssh: ssh, certificates: certificates, withBase: withBase,
      withSources: withSources,
      seconds: timeout.seconds, mirrorBytes: mirrorsSize?.bytes)
    // The child writes the whole change set as one line.
    let limits = ChildLimits(
      time: timeout.duration + Self.grace, lineBytes: 64 << 20,
      resources: ResourceLimits(tasks: Self.tasks, memoryBytes: Self.memoryBytes))
    do {
      return try await FetchChild.Call(FetchChild.name)(
        request, environment: environment, limits: limits, onEvent: progress)
    } catch {
      throw explain(error)
    }
  }

  /// The key of `REVIEWBOT_SSH_KEY`, else the SSH agent; `nil` without either.
  private var ssh: SSHAccess? {
    if let file = environment["REVIEWBOT_SSH_KEY"], !file.isEmpty { return .key(FilePath(file)) }
    return environment["SSH_AUTH_SOCK"].flatMap { $0.isEmpty ? nil : .agent }
  }

  private func explain(_ error: ChildCallError<WorkspaceError>) -> WorkspaceError {
    switch error {
    case .failed(let failure): failure
    case .notStarted(let reason):
      WorkspaceError(.failed, "cannot start the fetching process", underlying: reason)
    case .ended(let result): ended(result)
    }
  }

  private func ended(_ result: ChildResult) -> WorkspaceError {
    switch result.ending {
    case .timedOut:
      WorkspaceError(
        .timedOut, "fetching timed out after \(String(duration: timeout.duration))",
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
}

/// `reviewbot __fetch`: fetches in a separate process, because only a process can be terminated when a server stops
/// responding.
package enum FetchChild {
  package static let name = "__fetch"

  package struct Request: Codable, Sendable {
    package let pullRequest: PullRequest
    package let mirrors: FilePath
    package let workspaces: FilePath
    package let token: String?
    /// `USER:PASSWORD`
    package let credential: String?
    package let ssh: SSHAccess?
    package let certificates: FilePath?
    package let withBase: Bool
    package let withSources: Bool
    package let seconds: Int
    package let mirrorBytes: Int?

    package init(
      pullRequest: PullRequest, mirrors: FilePath, workspaces: FilePath, token: String?, credential: String?,
      ssh: SSHAccess?, certificates: FilePath?, withBase: Bool, withSources: Bool, seconds: Int, mirrorBytes: Int?
    ) {
      self.pullRequest = pullRequest
      self.mirrors = mirrors
      self.workspaces = workspaces
      self.token = token
      self.credential = credential
      self.ssh = ssh
      self.certificates = certificates
      self.withBase = withBase
      self.withSources = withSources
      self.seconds = seconds
      self.mirrorBytes = mirrorBytes
    }
  }

  package typealias Call = ChildCall<Request, ProgressEvent, Workspace, WorkspaceError>

  /// Reads one request from standard input, fetches, and checks out.
  ///
  /// - Returns: the exit status of the process.
  package static func serve() async -> Int32 {
    SecretEnvironment.closeMemory()
    return await ChildReply.serve { (request: Request, report) async throws(WorkspaceError) -> Workspace in
      var limits = WorkspaceLimits(time: .seconds(request.seconds))
      if let bytes = request.mirrorBytes { limits.mirrorBytes = bytes }
      var settings = GitWorkspaceSettings(
        mirrors: request.mirrors, workspaces: request.workspaces, credential: try credential(request),
        ssh: request.ssh, certificates: request.certificates, limits: limits)
      settings.checksOutBase = request.withBase
      settings.readsSources = request.withSources
      settings.environment = ProcessInfo.processInfo.environment
      return try await GitAssembly().workspaces(settings).checkOut(request.pullRequest, progress: report)
    }
  }

  /// The operator's credential for fetching takes precedence over the token.
  private static func credential(_ request: Request) throws(WorkspaceError) -> GitCredential? {
    if let text = request.credential {
      if let credential = GitCredential(userAndPassword: Secret(text)) { return credential }
      throw WorkspaceError(
        .failed, "REVIEWBOT_GIT_CREDENTIAL is not a user name and a password", remedy: "write USER:PASSWORD")
    }
    return request.token.map { GitCredential(token: Secret($0), for: request.pullRequest.repository.forge) }
  }
}
