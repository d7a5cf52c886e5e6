// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import Git

/// Reviews a pull request whose base has received the commit `tip` since the pull request was created.
func withMovedBase(
  base: (GitFixture) throws -> Void = { try $0.write("a.swift", "let a = 1\n") },
  head: (GitFixture) throws -> Void = { try $0.write("b.swift", "let b = 2\n") },
  tip: (GitFixture) throws -> Void,
  _ body: (ReviewedRepository, Workspace) async throws -> Void
) async throws {
  try await withReviewedRepository(base: base, head: head) { repository in
    try tip(repository.fixture)
    try repository.fixture.commit("tip")
    try await body(repository, repository.review())
  }
}

extension MergeResult {
  var overlay: MergeOverlay? {
    guard case .differs(let overlay) = self else { return nil }
    return overlay
  }
}

extension MergeOverlay {
  /// Turns a checkout of the head into one of the merge.
  func apply(to root: FilePath) throws {
    let files = FileManager.default
    for path in removed {
      var place = root.pushing(FilePath(path))
      // Git has no empty folders.
      repeat {
        try files.removeItem(atPath: place.string)
        place = place.removingLastComponent()
      } while try place != root && files.contentsOfDirectory(atPath: place.string).isEmpty
    }
    for path in written {
      let place = root.pushing(FilePath(path))
      try files.createDirectory(atPath: place.removingLastComponent().string, withIntermediateDirectories: true)
      if (try? files.attributesOfItem(atPath: place.string)) != nil { try files.removeItem(atPath: place.string) }
      try files.moveItem(atPath: folder.pushing(FilePath(path)).string, toPath: place.string)
    }
  }
}

extension ReviewedRepository {
  /// Returns the tree that git creates from the files in a folder.
  func tree(of folder: FilePath) throws -> CommitID {
    try fixture.git("read-tree", "--empty")
    try fixture.git("--work-tree=\(folder.string)", "add", "--all", "--force", ".")
    return try fixture.id(trimmed(fixture.git("write-tree")))
  }

  /// Returns the tree of git's own merge; `nil` for a conflict.
  func gitsMerge() throws -> CommitID? {
    do {
      return try fixture.id(
        trimmed(
          fixture.git("-c", "merge.directoryRenames=false", "merge-tree", "--write-tree", "main", "refs/pull/7/head")))
    } catch let error as FinishedCommand.Failure where error.status == 1 {
      // For a conflict, git prints the details to standard output.
      return nil
    }
  }

  private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension GitFixture {
  func makeLink(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path.appending(name).string, withDestinationPath: destination)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path.appending(name).string)
  }

  func makeExecutable(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path.appending(name).string)
  }

  /// Commits a submodule, whose folder is empty, and no other change.
  func addSubmodule(_ name: String) throws {
    try git("update-index", "--add", "--cacheinfo", "160000,\(id("HEAD")),\(name)")
    _ = try folder.folder(name)
  }
}
