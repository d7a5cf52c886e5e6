// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ConfigurationFiles
import Git
import Isolation
package import ReviewContract
package import SystemPackage

/// Gets workspaces from a child process that can be ended. The token reaches it through a pipe.
package struct ChildWorkspaceProvider: WorkspaceProvider {
  package let places: Places
  package let token: Secret?
  /// `USER:PASSWORD` for fetching, in the place of the token.
  package let credential: Secret?
  package let certificates: FilePath?
  package let environment: [String: String]
  /// Whether the base's tip is checked out as well.
  package let withBase: Bool

  /// For the whole of fetching and checking out. The child keeps it by itself for as long as the server talks.
  package let timeout: TimeSpan
  /// Of all mirrors together; `nil` for the default.
  package let mirrorsSize: ByteSize?

  /// How long after its timeout the child is ended, so that it can report the timeout itself.
  private static let grace = Duration.seconds(5)
  /// Threads and processes, one of SSH among them.
  private static let tasks = 256
  /// A pack of a kilobyte can stand for objects of gigabytes, which libgit2 unpacks in memory. As much as the files of a tree may have
  /// together, and on smaller machines half of the memory.
  private static let memoryBytes = min(4 << 30, Int(ProcessInfo.processInfo.physicalMemory / 2))

  package init(
    places: Places, token: Secret?, credential: Secret?, certificates: FilePath?, environment: [String: String],
    withBase: Bool, timeout: TimeSpan, mirrorsSize: ByteSize?
  ) {
    self.places = places
    self.token = token
    self.credential = credential
    self.certificates = certificates
    self.environment = environment
    self.withBase = withBase
    self.timeout = timeout
    self.mirrorsSize = mirrorsSize
  }

  package func checkOut(
    _ pullRequest: PullRequest, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> Workspace {
    let request = FetchChild.Request(
      pullRequest: pullRequest, mirrors: places.mirrors, workspaces: places.runs, token: token?.reveal(),
      credential: credential?.reveal(), ssh: ssh, certificates: certificates, withBase: withBase,
      seconds: timeout.seconds, mirrorBytes: mirrorsSize?.bytes)
    // A change set is one line of the child's output.
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

  /// The key that the operator names, else the agent's, where there is one.
  private var ssh: SSHAccess? {
    if let file = environment["REVIEWBOT_SSH_KEY"], !file.isEmpty { return .key(FilePath(file)) }
    return environment["SSH_AUTH_SOCK"].flatMap { $0.isEmpty ? nil : .agent }
  }

  private func explain(_ error: ChildCallError<WorkspaceError>) -> WorkspaceError {
    switch error {
    case .failed(let failure): failure
    case .notStarted(let reason):
      WorkspaceError(.failed, "the process that fetches could not be started", underlying: reason)
    case .ended(let result): ended(result)
    }
  }

  private func ended(_ result: ChildResult) -> WorkspaceError {
    switch result.ending {
    case .timedOut:
      WorkspaceError(
        .timedOut, "fetching took longer than \(String(duration: timeout.duration)) and was ended",
        remedy: "check the network and the server, then try again")
    case .cancelled: WorkspaceError(.failed, "fetching was cancelled")
    case .tooMuchMemory:
      WorkspaceError(
        .tooLarge,
        "the process that fetches \(result.ending.excess ?? ""): the repository holds objects that are too large")
    case .exited, .signalled, .tooMuchOutput, .tooManyTasks, .tooMuchDisk, .tooManyFiles, .diskFull:
      WorkspaceError(
        .failed, "the process that fetches ended without an answer (\(result.ending))", underlying: result.tail.last)
    }
  }
}
