// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import DependencyMirroring
import Git
package import Isolation
package import ReviewContract
package import SystemPackage

/// Mirrors the private dependencies of a pull request before its code runs, so that the code needs no token for them.
package struct DependencyMirrors: Sendable {
  package let home: HomeDirectory
  package let tokens: DependencyTokens
  package let certificates: FilePath?
  package let environment: [String: String]

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
      roots: roots, folders: folders, mirrors: home.dependencies, tokens: tokens.reveal(), certificates: certificates)
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

extension HomeDirectory {
  /// Mirrors of dependencies. Unlike other mirrors, they are readable by code under review.
  package var dependencies: FilePath { mirrors.appending("dependencies") }
}

/// `reviewbot __mirror`: mirrors dependencies in a separate process, because only a process can be terminated when a
/// server stops responding or the parser does not finish. It parses manifests and does not execute them.
package enum MirrorChild {
  package static let name = "__mirror"

  package struct Request: Codable, Sendable {
    /// The checkouts of the repository: of the head, and of the merge if it differs.
    package let roots: [FilePath]
    /// The packages' folders relative to the roots.
    package let folders: [String]
    package let mirrors: FilePath
    /// The tokens by `HOST` or `HOST:PORT`.
    package let tokens: [String: String]
    package let certificates: FilePath?
  }

  package typealias Call = ChildCall<Request, ProgressEvent, MirroredDependencies, Never>

  /// Reads one request from standard input and mirrors the dependencies.
  ///
  /// - Returns: the exit status of the process.
  package static func serve() async -> Int32 {
    SecretEnvironment.closeMemory()
    return await ChildReply.serve { (request: Request, report) async throws(Never) -> MirroredDependencies in
      let walk = DependencyWalk(mirrors: mirrors(request))
      return await walk.mirror(request.roots, folders: request.folders, progress: report)
    }
  }

  /// One mirror for each host, so that a token is sent only to its own host.
  private static func mirrors(_ request: Request) -> [String: any DependencyMirror] {
    let git = GitAssembly()
    return request.tokens.mapValues { token in
      git.dependencyMirror(
        GitWorkspaceSettings(
          mirrors: request.mirrors, workspaces: request.mirrors,
          credential: GitCredential(token: Secret(token), for: .github), certificates: request.certificates,
          limits: limits))
    }
  }

  private static var limits: WorkspaceLimits {
    WorkspaceLimits(fetchedBytes: 2 << 30, time: .seconds(600))
  }
}
