// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import DependencyMirroring
import Git
package import Isolation
package import ReviewContract
package import SystemPackage

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

    package init(
      roots: [FilePath], folders: [String], mirrors: FilePath, tokens: [String: String], certificates: FilePath?
    ) {
      self.roots = roots
      self.folders = folders
      self.mirrors = mirrors
      self.tokens = tokens
      self.certificates = certificates
    }
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
