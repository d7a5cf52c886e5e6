// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewCore
import SystemPackage

/// Gets workspaces from a child process that can be ended. The token reaches it through a pipe.
struct ChildWorkspaceProvider: WorkspaceProvider {
  let places: Places
  let token: Secret?
  let certificates: FilePath?
  let environment: [String: String]
  /// Whether the base's tip is checked out as well.
  let withBase: Bool

  /// For the whole of fetching and checking out. The child has shorter limits of its own, which it can only keep while
  /// the server talks.
  static let timeLimit = Duration.seconds(1800)

  func checkOut(
    _ pullRequest: PullRequest, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> Workspace {
    let request = FetchChild.Request(
      pullRequest: pullRequest, mirrors: places.mirrors, workspaces: places.runs, token: token?.reveal(),
      certificates: certificates, withBase: withBase)
    // A change set is one line of the child's output.
    let limits = ChildLimits(time: Self.timeLimit, lineBytes: 64 << 20)
    do {
      return try await FetchChild.Call(FetchChild.name)(
        request, environment: environment, limits: limits, onEvent: progress)
    } catch {
      throw Self.explain(error)
    }
  }

  private static func explain(_ error: ChildCallError<WorkspaceError>) -> WorkspaceError {
    switch error {
    case .failed(let failure): failure
    case .notStarted(let reason):
      WorkspaceError(.failed, "the process that fetches could not be started", underlying: reason)
    case .ended(let result): ended(result)
    }
  }

  private static func ended(_ result: ChildResult) -> WorkspaceError {
    switch result.ending {
    case .timedOut(let limit):
      WorkspaceError(
        .timedOut, "fetching took longer than \(DurationText.make(limit)) and was ended",
        remedy: "check the network and the server, then try again")
    case .cancelled: WorkspaceError(.failed, "fetching was cancelled")
    case .exited, .signalled, .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .diskFull:
      WorkspaceError(
        .failed, "the process that fetches ended without an answer (\(result.ending))", underlying: result.tail.last)
    }
  }
}
