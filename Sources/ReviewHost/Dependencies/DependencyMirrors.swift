// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import DependencyMirroring
import Isolation
package import ReviewContract
package import SystemPackage

/// Mirrors the private dependencies of a pull request before its code runs, so that the code needs no token for them.
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

  /// The time limit for all mirrors together.
  package static let timeLimit = Duration.seconds(1800)

  /// Mirrors the dependencies of the checkout, and of the merge if it differs.
  ///
  /// Nothing is mirrored for a pull request from a fork: its untrusted author could name any repository that the token
  /// can read. A failure is a note in the result.
  ///
  /// - Parameter folders: the packages' folders relative to the repository; the empty string is its root.
  package func mirror(
    for pullRequest: PullRequest, _ workspace: Workspace, folders: [String], progress: @escaping ProgressHandler
  ) async -> MirroredDependencies {
    guard !tokens.isEmpty else { return MirroredDependencies() }
    guard !pullRequest.isFromFork else {
      return MirroredDependencies(notes: [
        "private dependencies are not mirrored: the pull request comes from another repository"
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
      return MirroredDependencies(notes: ["cannot mirror private dependencies: \(Self.explain(error))"])
    }
  }

  private static func explain(_ error: ChildCallError<Never>) -> String {
    switch error {
    case .notStarted(let reason): "cannot start the mirroring process: \(reason)"
    case .ended(let result):
      switch result.ending {
      case .timedOut(let limit): "timed out after \(String(duration: limit))"
      case .cancelled: "cancelled"
      case .exited, .signalled, .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles, .diskFull:
        "the mirroring process ended without a response (\(result.ending))"
      }
    }
  }
}

extension Places {
  /// Mirrors of dependencies. Unlike other mirrors, they are readable by code under review.
  package var dependencies: FilePath { mirrors.appending("dependencies") }
}
