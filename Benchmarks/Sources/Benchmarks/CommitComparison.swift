// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Comparing a checkout of 20,000 files with its commit, beside `git status`, which compares it with its index.
struct CommitComparison {
  /// The maximum time of the comparison of an unchanged checkout, which a review makes after each stage.
  static let longest = Duration.milliseconds(100)
  static let files = 20_000

  let rounds: Int

  /// Prints the table; returns whether the threshold is kept.
  func measure() throws -> Bool {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("reviewbot-commit-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = folder.appendingPathComponent("checkout")
    var committed: [CommittedFile] = []
    for index in 0..<Self.files {
      let path = "Sources/Module\(index / 200)/Folder\(index / 20 % 10)/File\(index).swift"
      let text = String(repeating: "let value\(index) = compute(\(index))\n", count: 60)
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      committed.append(CommittedFile(path: path, kind: .file, blob: BlobDigest.id(of: Array(text.utf8))))
    }
    // A checkout has no `.git`.
    let git = GitProgram(folder: folder)
    let place = ["--git-dir=\(folder.path)/git", "--work-tree=\(root.path)"]
    try git(place[0], place[1], "init", "--quiet")
    try git(place[0], place[1], "add", "--all")
    let listing = FilePath(folder.appendingPathComponent("commit").path).appending("files")
    try CommitListing.write(committed, to: listing)
    print("comparing an unchanged checkout of \(Self.files) files with its commit; \(rounds) rounds")
    var (all, first, again, status) = (
      Times("list the files, digest and keep them"), Times("first comparison"), Times("comparison"), Times("git status")
    )
    for round in 0...rounds {
      let archive = FilePath(folder.path).appending("archive-\(round)")
      var sources: CommittedSources?
      all.add(
        try ContinuousClock().measure {
          sources = try CommittedSources(FilePath(root.path), listing: listing, archive: archive)
          try sources?.keep()
        }, in: round)
      let compare = {
        guard try sources?.changes().isEmpty == true else { throw Failure("the checkout is not the commit") }
      }
      first.add(try ContinuousClock().measure { try compare() }, in: round)
      again.add(try ContinuousClock().measure { try compare() }, in: round)
      status.add(try ContinuousClock().measure { try git(place[0], place[1], "status", "--porcelain") }, in: round)
      try FileManager.default.removeItem(atPath: archive.string)
    }
    print(Times.table([all, first, again, status], requests: 1))
    try Figure(
      group: .git, name: "compare an unchanged checkout of \(Self.files) files with its commit",
      ours: again.shortest * 1000, peers: [.init(status)], limit: Self.longest.milliseconds
    ).keep()
    guard again.shortest > Self.longest / .seconds(1) else { return true }
    print("failed: the comparison took more than \(Self.longest)")
    return false
  }
}
