// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Findings
package import ReviewContract
package import SystemPackage

/// The base of a pull request that no forge knows.
extension LocalChangeSource {
  /// Returns the base branch of a pull request in a repository on this host: `name`, else the default branch, in the
  /// order of a working tree's. Nothing is fetched.
  ///
  /// - Parameter name: the base that the caller named.
  /// - Throws: ``WorkspaceError`` if there is no default branch, or if the head has no commit that the base lacks.
  package func base(
    ofPullRequest number: Int, named name: String?, in folder: FilePath
  ) async throws(WorkspaceError) -> String? {
    try GitLibrary.start()
    // The fetch reports a folder that cannot be read, and a missing head.
    guard Directories.exists(folder) else { return name }
    let repository = try CloneAddress.repository(at: folder, environment: environment)
    let found: BaseSearch.Candidate
    if let name {
      guard let base = try repository.commit(ofBase: name) else { return name }
      found = BaseSearch.Candidate(name: name, commit: base)
    } else {
      found = try defaultBranch(of: repository, at: folder)
    }
    let head = "refs/pull/\(number)/head"
    if let commit = try repository.commit(named: head),
      try repository.mergeBase(of: found.commit, and: commit)?.id == commit
    {
      throw WorkspaceError.nothingToReview(head, beyond: found.name)
    }
    return found.name
  }

  private func defaultBranch(
    of repository: borrowing GitRepository, at folder: FilePath
  ) throws(WorkspaceError) -> BaseSearch.Candidate {
    var tried: [String] = []
    // The branch of a working tree's HEAD is the one that its user works on; a bare repository's is the default branch.
    if repository.workingTree == nil, let target = try repository.symbolicTarget(of: "HEAD") {
      if let commit = try repository.commit(named: target) {
        return BaseSearch.Candidate(name: BranchNames.short(target), commit: commit)
      }
      tried.append(BranchNames.short(target))
    }
    let names = try BranchNames(repository)
    if let found = try BaseSearch.usualBranch(among: names, in: repository, &tried) { return found }
    throw WorkspaceError(
      .missingBase, "cannot determine the default branch of \"\(folder)\"; tried \(tried.joined(separator: ", "))",
      remedy: "name the base branch with --base")
  }
}

extension GitRepository {
  /// Returns the commit of a base by the names that are tried when it is fetched.
  fileprivate func commit(ofBase name: String) throws(WorkspaceError) -> CommitID? {
    for ref in AdvertisedRefs.candidates(forBase: name) {
      if let commit = try commit(named: ref) { return commit }
    }
    return nil
  }
}
