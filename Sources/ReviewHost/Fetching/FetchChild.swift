// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Git
package import Isolation
package import ReviewContract
package import SystemPackage

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
