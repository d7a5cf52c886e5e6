// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Crypto
import Findings
import Foundation
import Git
import ReviewContract
import SystemPackage

/// Fetching, comparing and checking out a pull request whose tree, or one of whose files, is the input.
///
/// The first byte is the kind of input: `T` for a tree's entries in git's format, any other for the text of a file.
final class GitSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let words = [
    "100644 ", "100755 ", "120000 ", "160000 ", "40000 ", "\u{0}", ".git\u{0}", ".GIT\u{0}", "git~1\u{0}", "..\u{0}",
    ".\u{0}", "a/b\u{0}",
    "a\\b\u{0}", "\u{200c}.git\u{0}", ".gitmodules\u{0}", ".reviewbot.yml\u{0}", "\r\n", "  func f() {\n", "  }\n",
    "// x\n", "\"\"\"",
  ]

  private let objects: LooseObjects
  private let folder: FilePath
  private let provider: any WorkspaceProvider
  private let base: [UInt8]
  private let blob: [UInt8]
  private let known: Set<String>

  init(in folder: FilePath) throws {
    self.folder = folder
    objects = try LooseObjects(in: folder.appending("repository"))
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
    let start = try objects.commit(base, parent: nil)
    try objects.write(reference: "refs/heads/main", start)
    for name in ["mirrors", "runs"] {
      try FileManager.default.createDirectory(atPath: folder.appending(name).string, withIntermediateDirectories: true)
    }
    var limits = WorkspaceLimits()
    limits.freeBytes = 0
    provider = GitAssembly().workspaces(
      GitWorkspaceSettings(
        mirrors: folder.appending("mirrors"), workspaces: folder.appending("runs"), credential: nil, limits: limits))
    known = Set(try FileManager.default.contentsOfDirectory(atPath: folder.string))
  }

  func look(at bytes: [UInt8]) async throws -> FuzzLook {
    let isTree = bytes.first == UInt8(ascii: "T")
    let tree =
      isTree
      ? try objects.write("tree", Array(bytes.dropFirst()))
      : try objects.write("tree", Self.entry("100644", "a.swift", try objects.write("blob", bytes)))
    let head = try objects.commit(tree, parent: try objects.commit(base, parent: nil))
    try objects.write(reference: "refs/pull/7/head", head)
    // Fetched objects are not needed by the next input.
    defer { try? FileManager.default.removeItem(atPath: folder.appending("mirrors").string) }
    let pullRequest = PullRequest(
      repository: Repository(forge: .local, name: "fuzz", cloneURL: "file://\(objects.folder)"), number: 7, title: "",
      author: nil, url: nil, state: .open, isDraft: false, head: nil, headRef: "refs/pull/7/head", baseBranch: "main",
      isFromFork: true)
    do {
      let workspace = try await provider.checkOut(pullRequest) { _ in }
      let problem = try self.problem(in: workspace, isTree ? nil : bytes)
      try DirectoryRemoval.remove(folder.appending("runs"))
      try FileManager.default.createDirectory(
        atPath: folder.appending("runs").string, withIntermediateDirectories: true)
      return .accepted(
        "\(workspace.changes.files.map { "\($0.status) \($0.kind) \($0.hunks.count)" })", problem: problem)
    } catch {
      return .refused("\(error)")
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

/// A bare repository whose objects are written unchanged, without git's checks of their contents.
struct LooseObjects {
  let folder: FilePath

  init(in folder: FilePath) throws {
    self.folder = folder
    for name in ["objects", "refs/heads", "refs/pull/7"] {
      try FileManager.default.createDirectory(
        atPath: folder.string + "/" + name, withIntermediateDirectories: true)
    }
    try write(Array("ref: refs/heads/main\n".utf8), "HEAD")
    try write(Array("[core]\n\trepositoryformatversion = 0\n\tbare = true\n".utf8), "config")
  }

  /// - Returns: the object's id in bytes.
  func write(_ kind: String, _ content: [UInt8]) throws -> [UInt8] {
    let object = Array("\(kind) \(content.count)\0".utf8) + content
    let id = Array(Insecure.SHA1.hash(data: object))
    let name = Self.hex(id)
    let place = "objects/\(name.prefix(2))"
    try FileManager.default.createDirectory(atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
    try write(Self.stored(object), "\(place)/\(name.dropFirst(2))")
    return id
  }

  func commit(_ tree: [UInt8], parent: [UInt8]?) throws -> [UInt8] {
    let person = "Ada <ada@example.com> 1700000000 +0000"
    let lines =
      ["tree \(Self.hex(tree))"] + (parent.map { ["parent \(Self.hex($0))"] } ?? [])
      + ["author \(person)", "committer \(person)", "", "change", ""]
    return try write("commit", Array(lines.joined(separator: "\n").utf8))
  }

  func write(reference: String, _ id: [UInt8]) throws { try write(Array("\(Self.hex(id))\n".utf8), reference) }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private static func hex(_ id: [UInt8]) -> String {
    id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns uncompressed bytes in zlib's format.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let count = UInt16(part.count)
      result += [
        rest.isEmpty ? 1 : 0, UInt8(count & 0xff), UInt8(count >> 8), UInt8(~count & 0xff), UInt8(~count >> 8),
      ]
      result += part
    } while !rest.isEmpty
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return result + [UInt8(high >> 8), UInt8(high & 0xff), UInt8(low >> 8), UInt8(low & 0xff)]
  }
}
