// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  /// What SwiftPM chooses a version from: branches and tags.
  private static let mirrored = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"]

  /// Gets all branches and tags, under their own names, and the default branch's name. Nothing is pruned: another run
  /// may be reading.
  func fetchAll(over context: CallbackContext<TransferContext>) throws(WorkspaceError) {
    let address = context.value.address
    do {
      try context.withPayload { payload throws(WorkspaceError) in
        try handle.withPointer { repository throws(WorkspaceError) in
          let remote: RemoteHandle = try adopt("use the URL \(address.url)") { out in
            git_remote_create_anonymous(out, repository, address.url)
          }
          let branch = try remote.withPointer { remote throws(WorkspaceError) in
            try Self.fetchAll(from: remote, at: address, payload: payload)
          }
          guard let branch else { return }
          try check(git_repository_set_head(repository, branch), "set the default branch of the mirror")
        }
      }
    } catch {
      // A callback that ends the transfer leaves no words with libgit2.
      throw context.value.reason ?? error
    }
  }

  /// - Returns: the default branch's full name, where the server says it.
  private static func fetchAll(
    from remote: OpaquePointer, at address: CloneAddress, payload: UnsafeMutableRawPointer
  ) throws(WorkspaceError) -> String? {
    var connection = git_remote_connect_options()
    try check(
      git_remote_connect_options_init(&connection, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)),
      "set up the connection")
    connection.callbacks = try TransferContext.callbacks(payload: payload)
    connection.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    try check(git_remote_connect_ext(remote, GIT_DIRECTION_FETCH, &connection), "connect to \(address.url)")
    defer { git_remote_disconnect(remote) }
    let branch = try defaultBranch(of: remote, at: address)

    var options = git_fetch_options()
    try check(git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)), "set up the fetch")
    options.callbacks = try TransferContext.callbacks(payload: payload)
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    options.prune = GIT_FETCH_NO_PRUNE
    options.update_fetchhead = 0
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    let code = withStringArray(mirrored) { git_remote_fetch(remote, $0, &options, nil) }
    try check(code, "fetch from \(address.url)")
    return branch
  }

  private static func defaultBranch(
    of remote: OpaquePointer, at address: CloneAddress
  ) throws(WorkspaceError) -> String? {
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try check(git_remote_ls(&heads, &count, remote), "list the refs of \(address.url)")
    for index in 0..<count {
      guard let head = heads?[index]?.pointee, let name = head.name, String(cString: name) == "HEAD" else { continue }
      let target = head.symref_target.map { String(cString: $0) }
      return target?.hasPrefix("refs/heads/") == true ? target : nil
    }
    return nil
  }
}
