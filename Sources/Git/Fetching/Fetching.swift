// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract

extension GitRepository {
  struct FetchedCommits: Hashable {
    let head: CommitID
    let base: CommitID
    /// The full name of the base's ref.
    let baseRef: String
  }

  /// Fetches the head and the base of a pull request: only missing objects, no tags, nothing pruned.
  func fetch(
    _ pullRequest: PullRequest, over context: CallbackContext<TransferContext>, depth: FetchDepth
  ) throws(WorkspaceError) -> FetchedCommits {
    try withRemote(over: context) { remote, address, payload throws(WorkspaceError) in
      let refs = try Self.advertisedRefs(of: remote, at: address)
      let (head, base) = try Self.chooseRefs(for: pullRequest, from: refs)
      guard let headID = refs.ids[head], let baseID = refs.ids[base] else {
        preconditionFailure("chose a ref that was not advertised")
      }
      let specifications = Set([head, base]).sorted().map { "+\($0):\(Self.privateName(of: $0))" }
      try Self.fetch(specifications, from: remote, at: address, payload: payload, depth: depth)
      return FetchedCommits(head: headID, base: baseID, baseRef: base)
    }
  }

  /// Lends a connection to the address of the context.
  func withRemote<Result>(
    over context: CallbackContext<TransferContext>,
    _ body: (OpaquePointer, CloneAddress, UnsafeMutableRawPointer) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    let address = context.value.address
    do {
      return try context.withPayload { payload throws(WorkspaceError) in
        try handle.withPointer { repository throws(WorkspaceError) in
          try withObject(
            "use the URL \(address.url)", git_remote_free,
            from: { git_remote_create_anonymous($0, repository, address.url) }
          ) { remote throws(WorkspaceError) in
            try Self.connect(remote, at: address, payload: payload)
            defer { git_remote_disconnect(remote) }
            return try body(remote, address, payload)
          }
        }
      }
    } catch {
      // libgit2 has no error message when a callback ends the transfer.
      throw context.value.reason ?? error
    }
  }

  /// Fetches refs: only missing objects, no tags, nothing pruned.
  static func fetch(
    _ specifications: [String], from remote: OpaquePointer, at address: CloneAddress,
    payload: UnsafeMutableRawPointer, depth: FetchDepth = .all
  ) throws(WorkspaceError) {
    var options = git_fetch_options()
    try check(git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)), "set up the fetch")
    options.callbacks = try TransferContext.callbacks(payload: payload)
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    options.prune = GIT_FETCH_NO_PRUNE
    options.update_fetchhead = 0
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    reviewbot_git_set_fetch_depth(&options, depth.commits)
    let code = withStringArray(specifications) { git_remote_fetch(remote, $0, &options, nil) }
    try check(code, "fetch from \(address.url)")
  }

  private static func connect(
    _ remote: OpaquePointer, at address: CloneAddress, payload: UnsafeMutableRawPointer
  ) throws(WorkspaceError) {
    var options = git_remote_connect_options()
    try check(
      git_remote_connect_options_init(&options, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)), "set up the connection")
    options.callbacks = try TransferContext.callbacks(payload: payload)
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    do {
      try check(git_remote_connect_ext(remote, GIT_DIRECTION_FETCH, &options), "connect to \(address.url)")
    } catch let error where address.origin == nil && error.code != .accessDenied {
      throw WorkspaceError(
        .notARepository, "there is no git repository at \"\(address.url)\"", remedy: "check the path",
        underlying: error.underlying)
    } catch let error where error.code == .damaged || error.code == .failed {
      // Connecting reads no local repository: the cause is the network or the server's response.
      throw WorkspaceError(
        .unreachable, error.message, remedy: "check the URL and the network", underlying: error.underlying)
    }
  }

  /// Returns what the server lists, by its full name.
  static func heads(
    of remote: OpaquePointer, at address: CloneAddress
  ) throws(WorkspaceError) -> [(name: String, head: git_remote_head)] {
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try check(git_remote_ls(&heads, &count, remote), "list the refs of \(address.url)")
    return (0..<count).compactMap { index in
      heads?[index].flatMap { head in head.pointee.name.map { (String(cString: $0), head.pointee) } }
    }
  }

  private static func advertisedRefs(
    of remote: OpaquePointer, at address: CloneAddress
  ) throws(WorkspaceError) -> AdvertisedRefs {
    var ids: [String: CommitID] = [:]
    var defaultBranch: String?
    for (name, head) in try heads(of: remote, at: address) {
      ids[name] = CommitID(head.oid)
      if name == "HEAD" { defaultBranch = head.symref_target.map { String(cString: $0) } }
    }
    // Old servers do not report the target of HEAD; a branch with the same commit is the best guess.
    if defaultBranch == nil, let id = ids["HEAD"] {
      let same = ids.filter { $0.key.hasPrefix("refs/heads/") && $0.value == id }.keys.sorted()
      defaultBranch = ["refs/heads/main", "refs/heads/master"].first(where: same.contains) ?? same.first
    }
    return AdvertisedRefs(ids: ids, defaultBranch: defaultBranch)
  }

  private static func chooseRefs(
    for pullRequest: PullRequest, from refs: AdvertisedRefs
  ) throws(WorkspaceError) -> (head: String, base: String) {
    let headRef = pullRequest.headRef
    guard let head = headRef.isEmpty ? refs.base(pullRequest.baseBranch) : refs.head(headRef) else {
      throw WorkspaceError(
        .missingPullRequest, "\(pullRequest.repository.name) has no pull request \(pullRequest.number)",
        remedy: "check the number: the repository offers no \(pullRequest.headRef)")
    }
    guard let base = refs.base(pullRequest.baseBranch) else {
      let wanted = pullRequest.baseBranch.map { "no branch \($0)" } ?? "no default branch"
      let branches = refs.ids.keys.filter { $0.hasPrefix("refs/heads/") }.sorted().prefix(5)
      let known = branches.map { $0.dropFirst("refs/heads/".count) }.joined(separator: ", ")
      throw WorkspaceError(
        .missingBase, "\(pullRequest.repository.name) has \(wanted)",
        remedy: known.isEmpty ? "push the base branch first" : "name one with --base, such as \(known)")
    }
    return (head, base)
  }

  /// Returns a name one level deep, so that the branches `a` and, later, `a/b` do not conflict.
  private static func privateName(of ref: String) -> String {
    let name = ref.replacing("%", with: "%25").replacing("/", with: "%2F")
    return "refs/reviewbot/\(name)"
  }
}
