// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import ChildProcess
import GitWorkspace
import ReviewCore
import SystemPackage

/// `reviewbot __fetch`: fetches in a process of its own, because only a process can be ended when a server goes silent.
enum FetchChild {
  static let name = "__fetch"

  struct Request: Codable, Sendable {
    let pullRequest: PullRequest
    let mirrors: FilePath
    let workspaces: FilePath
    let token: String?
    let certificates: FilePath?
    let withBase: Bool
  }

  typealias Call = ChildCall<Request, ProgressEvent, Workspace, WorkspaceError>

  static func serve() async -> Int32 {
    SecretEnvironment.closeMemory()
    return await ChildReply.serve { (request: Request, report) async throws(WorkspaceError) -> Workspace in
      var settings = GitWorkspaceSettings(
        mirrors: request.mirrors, workspaces: request.workspaces, token: request.token,
        certificates: request.certificates)
      settings.checksOutBase = request.withBase
      return try await provider(settings).checkOut(request.pullRequest, progress: report)
    }
  }

  private static func provider(_ settings: GitWorkspaceSettings) throws(WorkspaceError) -> any WorkspaceProvider {
    do {
      var resolver = Registry([GitWorkspaceAssembly()]).resolver()
      let make = try resolver(.gitWorkspaces)
      return try make(settings)
    } catch {
      throw WorkspaceError(.failed, "the program is put together wrongly", underlying: "\(error)")
    }
  }
}
