// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

/// The names of the branches that a base is chosen from.
struct BranchNames {
  /// The upstream of the checked-out branch.
  struct Upstream: Hashable {
    /// The full name, such as `refs/remotes/origin/feature`.
    let ref: String
    /// Whether the branch is pushed there, rather than to be merged into it.
    let isPushTarget: Bool
  }

  /// A branch that can be the default one.
  struct Choice: Hashable {
    /// The full name.
    let ref: String
    /// The name to show.
    let name: String
    let reason: String?
  }

  /// The short name of the checked-out branch; `nil` for a detached `HEAD`.
  let current: String?
  let upstream: Upstream?
  /// `origin`, else the remote of the checked-out branch, else the only remote.
  let remote: String
  let hasRemote: Bool
  /// The default branch of the remote, and branches with usual names, in order.
  let defaults: [Choice]

  init(_ repository: borrowing GitRepository) throws(WorkspaceError) {
    let branch = try repository.currentBranch()
    let remotes = try repository.remoteNames()
    let branchRemote = try branch.map { name throws(WorkspaceError) in try repository.remote(ofBranch: name) } ?? nil
    let chosen = remotes.contains("origin") ? "origin" : branchRemote.flatMap { remotes.contains($0) ? $0 : nil }
    let remote = chosen ?? (remotes.count == 1 ? remotes[0] : "origin")
    current = branch
    hasRemote = !remotes.isEmpty
    self.remote = remote
    upstream =
      try branch.map { name throws(WorkspaceError) in
        try repository.upstreamName(ofBranch: name).map {
          Upstream(ref: $0, isPushTarget: Self.isPushTarget($0, of: name, on: branchRemote))
        }
      } ?? nil
    defaults = try Self.defaults(of: repository, remote: remote)
  }

  /// The full names under which a branch is known here, the remote's first.
  ///
  /// The checked-out branch is left out if there is a remote: CI systems name it after the target of a pull request.
  func refs(of branch: String) -> [String] {
    let local = hasRemote && branch == current ? [] : ["refs/heads/\(branch)"]
    return ["refs/remotes/\(remote)/\(branch)"] + local
  }

  static func isBranchName(_ name: String) -> Bool {
    var isValid: Int32 = 0
    return git_reference_name_is_valid(&isValid, "refs/heads/\(name)") == 0 && isValid == 1
  }

  static func short(_ ref: String) -> String {
    for prefix in ["refs/remotes/", "refs/heads/"] where ref.hasPrefix(prefix) {
      return String(ref.dropFirst(prefix.count))
    }
    return ref
  }

  /// Whether an upstream has the name of the branch, possibly in a folder of the user, such as `ada/feature`.
  private static func isPushTarget(_ upstream: String, of branch: String, on remote: String?) -> Bool {
    guard let remote, upstream.hasPrefix("refs/remotes/\(remote)/") else { return false }
    let name = upstream.dropFirst("refs/remotes/\(remote)/".count)
    return name == branch || name.hasSuffix("/\(branch)")
  }

  private static func defaults(
    of repository: borrowing GitRepository, remote: String
  ) throws(WorkspaceError) -> [Choice] {
    let head = "refs/remotes/\(remote)/HEAD"
    let target = try repository.symbolicTarget(of: head)
    var choices = [Choice(ref: head, name: short(target ?? head), reason: target.map { _ in "\(remote)/HEAD" })]
    let initial = try repository.initialBranch()
    var names: [(name: String, reason: String?)] = initial.map { [($0, "init.defaultBranch")] } ?? []
    names += ["main", "master"].filter { $0 != initial }.map { ($0, nil) }
    for folder in ["refs/remotes/\(remote)/", "refs/heads/"] {
      choices += names.map { Choice(ref: folder + $0.name, name: short(folder + $0.name), reason: $0.reason) }
    }
    return choices
  }
}

extension GitRepository {
  /// Returns the short name of the checked-out branch; `nil` for a detached `HEAD`.
  func currentBranch() throws(WorkspaceError) -> String? {
    guard let name = try symbolicTarget(of: "HEAD"), name.hasPrefix("refs/heads/") else { return nil }
    return String(name.dropFirst("refs/heads/".count))
  }

  /// Returns the name that a symbolic ref contains; `nil` for another ref or none.
  func symbolicTarget(of ref: String) throws(WorkspaceError) -> String? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var reference: OpaquePointer?
      let code = git_reference_lookup(&reference, repository, ref)
      if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue { return nil }
      try check(code, "read \(ref)")
      defer { git_reference_free(reference) }
      return git_reference_symbolic_target(reference).map { String(cString: $0) }
    }
  }

  /// The names of the remotes, ordered.
  func remoteNames() throws(WorkspaceError) -> [String] {
    try handle.withPointer { repository throws(WorkspaceError) in
      var names = git_strarray()
      try check(git_remote_list(&names, repository), "list the remotes")
      defer { git_strarray_dispose(&names) }
      return (0..<names.count).compactMap { index in names.strings[index].map { String(cString: $0) } }.sorted()
    }
  }

  /// Returns the full name of the upstream of a branch; `nil` without one.
  func upstreamName(ofBranch branch: String) throws(WorkspaceError) -> String? {
    try handle.withPointer { repository throws(WorkspaceError) in
      try bufferText("find the upstream of \(branch)") {
        git_branch_upstream_name($0, repository, "refs/heads/\(branch)")
      }
    }
  }

  /// Returns the remote of a branch's upstream; `nil` without one.
  func remote(ofBranch branch: String) throws(WorkspaceError) -> String? {
    try handle.withPointer { repository throws(WorkspaceError) in
      try bufferText("find the remote of \(branch)") {
        git_branch_upstream_remote($0, repository, "refs/heads/\(branch)")
      }
    }
  }

  /// Returns the value of `init.defaultBranch`; `nil` without one.
  func initialBranch() throws(WorkspaceError) -> String? {
    let name = try withConfiguration("read init.defaultBranch") { settings throws(WorkspaceError) in
      try bufferText("read init.defaultBranch") { git_config_get_string_buf($0, settings, "init.defaultbranch") }
    }
    return name?.isEmpty == true ? nil : name
  }
}
