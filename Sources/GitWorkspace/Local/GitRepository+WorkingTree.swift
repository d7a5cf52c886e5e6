// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract
import SystemPackage

extension GitRepository {
  /// The top folder of the working tree; `nil` in a bare repository.
  var workingTree: FilePath? {
    handle.withPointer { repository in git_repository_workdir(repository).map { FilePath(platformString: $0) } }
  }

  /// The full name of what the checked-out branch follows; `nil` without a branch, or when it follows nothing.
  func upstreamName() throws(WorkspaceError) -> String? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var head: OpaquePointer?
      let code = git_repository_head(&head, repository)
      if code == GIT_ENOTFOUND.rawValue || code == GIT_EUNBORNBRANCH.rawValue { return nil }
      try check(code, "read HEAD")
      let branch = ReferenceHandle(adopting: try present(head))
      return try branch.withPointer { branch throws(WorkspaceError) in
        guard git_reference_is_branch(branch) != 0, let name = git_reference_name(branch) else { return nil }
        var buffer = git_buf()
        let code = git_branch_upstream_name(&buffer, repository, name)
        if code == GIT_ENOTFOUND.rawValue { return nil }
        try check(code, "find the upstream of \(String(cString: name))")
        defer { git_buf_dispose(&buffer) }
        return buffer.ptr.map { String(cString: $0) }
      }
    }
  }

  private func present(_ pointer: OpaquePointer?) throws(WorkspaceError) -> OpaquePointer {
    guard let pointer else { throw WorkspaceError(.failed, "cannot read HEAD") }
    return pointer
  }
}
