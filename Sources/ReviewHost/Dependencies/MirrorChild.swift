// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import DependencyMirroring
import Git
package import Isolation
package import ReviewContract
package import SystemPackage

/// `reviewbot __mirror`: mirrors dependencies in a process of its own, because only a process can be ended when a server
/// goes silent, or when a manifest is too much for the parser. It reads code and runs none.
package enum MirrorChild {
  package static let name = "__mirror"

  package struct Request: Codable, Sendable {
    /// Checkouts of the repository.
    package let roots: [FilePath]
    /// The packages' folders in them.
    package let folders: [String]
    package let mirrors: FilePath
    /// By `HOST` or `HOST:PORT`.
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

  package static func serve() async -> Int32 {
    SecretEnvironment.closeMemory()
    return await ChildReply.serve { (request: Request, report) async throws(Never) -> MirroredDependencies in
      let walk = DependencyWalk(mirrors: mirrors(request))
      return await walk.mirror(request.roots, folders: request.folders, progress: report)
    }
  }

  /// One for each server, so that none is given another's token.
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
