// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import DependencyMirroring
import Isolation
package import ReviewContract
package import SystemPackage

/// Has the private dependencies of a pull request mirrored before its code runs, so that it needs no token to get them.
package struct DependencyMirrors: Sendable {
  package let places: Places
  package let tokens: DependencyTokens
  package let certificates: FilePath?
  package let environment: [String: String]

  package init(places: Places, tokens: DependencyTokens, certificates: FilePath?, environment: [String: String]) {
    self.places = places
    self.tokens = tokens
    self.certificates = certificates
    self.environment = environment
  }

  /// For all mirrors together.
  package static let timeLimit = Duration.seconds(1800)

  /// Mirrors what the checkout, and the merge where it differs, depend on.
  ///
  /// Nobody vouches for the author of a pull request from a fork, who could name any repository that the token can read:
  /// nothing is mirrored for it.
  ///
  /// - Parameter folders: the packages' folders in the repository; empty for its root.
  package func mirror(
    for pullRequest: PullRequest, _ workspace: Workspace, folders: [String], progress: @escaping ProgressHandler
  ) async -> MirroredDependencies {
    guard !tokens.isEmpty else { return MirroredDependencies() }
    guard !pullRequest.isFromFork else {
      return MirroredDependencies(notes: [
        "the pull request comes from another repository: no private dependencies are mirrored for it"
      ])
    }
    var roots = [workspace.root]
    if case .differs(let overlay) = workspace.merge { roots.append(overlay.folder) }
    let request = MirrorChild.Request(
      roots: roots, folders: folders, mirrors: places.dependencies, tokens: tokens.reveal(), certificates: certificates)
    let limits = ChildLimits(time: Self.timeLimit, lineBytes: 16 << 20)
    do {
      return try await MirrorChild.Call(MirrorChild.name)(
        request, environment: environment, limits: limits, onEvent: progress)
    } catch {
      return MirroredDependencies(notes: ["the private dependencies were not mirrored: \(Self.explain(error))"])
    }
  }

  private static func explain(_ error: ChildCallError<Never>) -> String {
    switch error {
    case .notStarted(let reason): "the process that mirrors could not be started: \(reason)"
    case .ended(let result):
      switch result.ending {
      case .timedOut(let limit): "it took longer than \(String(duration: limit))"
      case .cancelled: "it was cancelled"
      case .exited, .signalled, .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles, .diskFull:
        "the process that mirrors ended without an answer (\(result.ending))"
      }
    }
  }
}

extension Places {
  /// Mirrors of what packages depend on. Code under review may read in them, unlike in those beside.
  package var dependencies: FilePath { mirrors.appending("dependencies") }
}
