// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewContract
import SystemPackage

/// The commit that a working tree is compared with.
struct ComparisonBase: Hashable {
  let name: String
  /// What chose the base; `nil` if it is only a usual name, or an argument.
  var reason: String?
  let mergeBase: CommitID
}

/// Chooses the base that a working tree is compared with.
///
/// The branch's own remote branch is no base for a change: once everything is pushed, nothing would be compared.
struct BaseSearch {
  /// A branch that the working tree can be compared with.
  struct Candidate: Hashable {
    let name: String
    var reason: String?
    let commit: CommitID
    /// Whether the commit is known to be the merge base, which a shallow history may not show.
    var isMergeBase = false
  }

  /// The environment of the caller, with the variables of CI systems.
  let environment: [String: String]
  let root: FilePath

  /// Returns the base of the comparison; `nil` to compare with the empty tree.
  func base(
    for scope: LocalScope, in repository: borrowing GitRepository
  ) throws(WorkspaceError) -> ComparisonBase? {
    if scope == .everything { return nil }
    if case .pushed(let ref) = scope { return try base(of: ref, in: repository) }
    guard let head = try repository.headCommit() else {
      guard case .since(let revision) = scope else { return nil }  // Before the first commit, all is new.
      throw WorkspaceError(
        .missingRevision, "cannot compare with \"\(revision)\": \"\(root)\" has no commits yet",
        remedy: "commit something, or leave the revision out")
    }
    if scope == .worktree || scope == .staged { return ComparisonBase(name: "HEAD", mergeBase: head) }
    let found = try candidate(for: scope, in: repository)
    if found.isMergeBase { return ComparisonBase(name: found.name, reason: found.reason, mergeBase: found.commit) }
    guard let mergeBase = try repository.mergeBase(of: head, and: found.commit) else {
      throw WorkspaceError(
        .noMergeBase, "HEAD and \"\(found.name)\" have no commit in common",
        remedy: "name another revision with --since")
    }
    return ComparisonBase(name: found.name, reason: found.reason, mergeBase: mergeBase.id)
  }

  private func candidate(
    for scope: LocalScope, in repository: borrowing GitRepository
  ) throws(WorkspaceError) -> Candidate {
    if case .since(let revision) = scope {
      guard let commit = try repository.commit(named: revision) else {
        throw WorkspaceError(
          .missingRevision, "\"\(root)\" has no revision \"\(revision)\"", remedy: "fetch it, or name another")
      }
      return Candidate(name: revision, commit: commit)
    }
    let names = try BranchNames(repository)
    if scope == .proposed, let named = BaseVariables.target(in: environment) {
      return try branch(named, among: names, in: repository)
    }
    var tried: [String] = []
    if let upstream = names.upstream, scope == .unpushed || !upstream.isPushTarget {
      let name = BranchNames.short(upstream.ref)
      if let commit = try repository.commit(named: upstream.ref) {
        return Candidate(name: name, reason: "upstream", commit: commit)
      }
      tried.append(name)
    }
    return try defaultBranch(among: names, in: repository, &tried)
  }

  /// Returns the default branch: the one that a variable of the CI job names, the remote's, and branches with usual names,
  /// those of the remote first.
  private func defaultBranch(
    among names: BranchNames, in repository: borrowing GitRepository, _ tried: inout [String]
  ) throws(WorkspaceError) -> Candidate {
    if let named = BaseVariables.defaultBranch(in: environment) {
      return try branch(named, among: names, in: repository)
    }
    if let found = try Self.usualBranch(among: names, in: repository, &tried) { return found }
    throw WorkspaceError(
      .missingBase, "found no base to compare \"\(root)\" with; tried \(tried.joined(separator: ", "))",
      remedy: remedy(names, in: repository))
  }

  /// Returns the remote's default branch, else the first branch with a usual name.
  static func usualBranch(
    among names: BranchNames, in repository: borrowing GitRepository, _ tried: inout [String]
  ) throws(WorkspaceError) -> Candidate? {
    for choice in names.defaults {
      if let commit = try repository.commit(named: choice.ref) {
        return Candidate(name: choice.name, reason: choice.reason, commit: commit)
      }
      tried.append(choice.name)
    }
    return nil
  }

  private func remedy(_ names: BranchNames, in repository: borrowing GitRepository) -> String {
    let others = "name a revision with --since, or check every file with --all"
    guard names.hasRemote else { return others }
    // A checkout of one branch does not fetch the others, even with its whole history.
    let fetch = "git fetch \(repository.isShallow ? "--unshallow " : "")\(names.remote)"
    return "fetch the default branch with: \(fetch) '+refs/heads/*:refs/remotes/\(names.remote)/*'; or \(others)"
  }

  /// Returns the branch that a variable names.
  ///
  /// - Throws: ``WorkspaceError`` if it is missing here. Another base would be a guess, and could hide the whole change.
  private func branch(
    _ named: BaseVariables.Named, among names: BranchNames, in repository: borrowing GitRepository
  ) throws(WorkspaceError) -> Candidate {
    guard BranchNames.isBranchName(named.branch) else {
      throw WorkspaceError(
        .missingBase, "cannot compare with \"\(named.branch)\" of \(named.variable): it is not the name of a branch",
        remedy: "correct the variable, or name a revision with --since")
    }
    for ref in names.refs(of: named.branch) {
      if let commit = try repository.commit(named: ref) {
        return Candidate(name: BranchNames.short(ref), reason: named.variable, commit: commit)
      }
    }
    if named.variable == BaseVariables.gitLabTarget,
      let id = environment[BaseVariables.mergeBase].flatMap({ CommitID($0) }),
      let commit = try repository.commit(named: id.hex)
    {
      return Candidate(
        name: "\(named.branch) at \(id.short)", reason: BaseVariables.mergeBase, commit: commit, isMergeBase: true)
    }
    throw WorkspaceError(
      .missingBase,
      "cannot compare with \"\(named.branch)\" of \(named.variable): the checkout has no "
        + names.refs(of: named.branch)[0],
      remedy: remedy(named, names, isShallow: repository.isShallow))
  }

  private func remedy(_ named: BaseVariables.Named, _ names: BranchNames, isShallow: Bool) -> String {
    guard names.hasRemote else { return "create the branch, unset \(named.variable), or name a revision with --since" }
    let refspec = "+refs/heads/\(named.branch):refs/remotes/\(names.remote)/\(named.branch)"
    guard let refspec = ShellText(refspec) else { return "fetch the branch, or name a revision with --since" }
    let checkout = BaseVariables.workflows.contains(named.variable) ? " (actions/checkout: fetch-depth: 0)" : ""
    return "fetch it with: git fetch \(isShallow ? "--unshallow " : "")\(names.remote) \(refspec)\(checkout)"
  }

  /// Returns the remote's commit if it is known here, otherwise a branch of the remote; `nil` if there are none.
  private func base(
    of ref: PushedRef, in repository: borrowing GitRepository
  ) throws(WorkspaceError) -> ComparisonBase? {
    var candidates: [Candidate] = []
    if let remote = ref.remote, let commit = try repository.commit(named: remote.hex) {
      candidates.append(Candidate(name: remote.short, commit: commit))
    }
    for choice in try BranchNames(repository).defaults where choice.ref.hasPrefix("refs/remotes/") {
      if let commit = try repository.commit(named: choice.ref) {
        candidates.append(Candidate(name: choice.name, reason: choice.reason, commit: commit))
      }
    }
    for found in candidates {
      if let mergeBase = try repository.mergeBase(of: ref.local, and: found.commit) {
        return ComparisonBase(name: found.name, reason: found.reason, mergeBase: mergeBase.id)
      }
    }
    return nil
  }
}

/// An argument in a command that a user copies into a shell; `nil` for a text with quotes or control characters.
struct ShellText: CustomStringConvertible {
  let description: String

  init?(_ text: String) {
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f && $0 != "'" }) else { return nil }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || "+:/._-".utf8.contains(byte)
    }
    description = isPlain ? text : "'\(text)'"
  }
}
