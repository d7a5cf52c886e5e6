// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import SystemPackage

/// Fetching, comparing and checking out a pull request whose tree, or one of whose files, is the input.
///
/// The first byte is the kind of input: `T` for a tree's entries in git's format, any other for the text of a file.
final class GitSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let dictionary = [
    "100644 ", "100755 ", "120000 ", "160000 ", "40000 ", "\u{0}", ".git\u{0}", ".GIT\u{0}", "git~1\u{0}", "..\u{0}",
    ".\u{0}", "a/b\u{0}",
    "a\\b\u{0}", "\u{200c}.git\u{0}", ".gitmodules\u{0}", ".reviewbot.yml\u{0}", "\r\n", "  func f() {\n", "  }\n",
    "// x\n", "\"\"\"",
  ]

  private let objects: LooseObjects
  private let pullRequests: FuzzedPullRequest
  private let folder: FilePath
  private let base: [UInt8]
  private let blob: [UInt8]
  private let known: Set<String>

  init(in folder: FilePath) throws {
    self.folder = folder
    pullRequests = try FuzzedPullRequest(in: folder)
    objects = pullRequests.objects
    blob = try objects.write("blob", Array(FuzzCorpus.source.utf8))
    let tree = Self.entry("100644", "a.swift", blob)
    let inner = try objects.write("tree", Self.entry("100644", "b.swift", blob))
    base = try objects.write("tree", tree)
    let entries =
      tree + Self.entry("40000", "c", inner) + Self.entry("120000", "d", blob) + Self.entry("160000", "e", blob)
    corpus = [
      [UInt8(ascii: "T")] + tree, [UInt8(ascii: "T")] + entries,
      Array(FuzzCorpus.source.replacing("factor", with: "scale").utf8),
      Array(FuzzCorpus.source.replacing("\n", with: "\r\n").utf8), Array("\u{0}binary".utf8),
    ]
    known = Set(try FileManager.default.contentsOfDirectory(atPath: folder.string))
  }

  func look(at bytes: [UInt8]) async throws -> FuzzLook {
    let isTree = bytes.first == UInt8(ascii: "T")
    let tree =
      isTree
      ? try objects.write("tree", Array(bytes.dropFirst()))
      : try objects.write("tree", Self.entry("100644", "a.swift", try objects.write("blob", bytes)))
    return try await pullRequests.check(head: tree, base: base) { workspace in
      .accepted(
        "\(workspace.changes.files.map { "\($0.status) \($0.kind) \($0.hunks.count)" })",
        problem: try problem(in: workspace, isTree ? nil : bytes))
    }
  }

  /// Returns a violated invariant of a checkout, if any.
  private func problem(in workspace: Workspace, _ text: [UInt8]?) throws -> String? {
    if Set(try FileManager.default.contentsOfDirectory(atPath: folder.string)) != known { return "a file outside" }
    let lines = text.map { $0.count { $0 == UInt8(ascii: "\n") } + 1 }
    for file in workspace.changes.files {
      let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { ["", ".", "..", ".git"].contains($0.lowercased()) }) {
        return "the path \(file.path)"
      }
      if let lines, let hunk = file.hunks.first(where: { $0.newStart < 0 || $0.newStart + $0.newCount > lines + 1 }) {
        return "\(hunk) of a file with \(lines) lines"
      }
    }
    if let text, (try? Data(contentsOf: URL(fileURLWithPath: workspace.root.appending("a.swift").string))) != Data(text)
    {
      return "the file is not what was committed"
    }
    return nil
  }

  private static func entry(_ mode: String, _ name: String, _ id: [UInt8]) -> [UInt8] {
    Array("\(mode) \(name)".utf8) + [0] + id
  }
}
