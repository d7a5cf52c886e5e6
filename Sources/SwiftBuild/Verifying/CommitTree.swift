// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// The files of a commit, from git's objects that an untrusted process printed: each object is identified by the digest
/// of its contents, so that the files are those of the commit or the tree cannot be made.
///
/// Source of the formats: git-cat-file(1), `--batch`; https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
struct CommitTree: Sendable {
  struct File: Hashable, Sendable {
    let mode: String
    let blob: String

    var isLink: Bool { mode == "120000" }
  }

  /// By path; submodules are in ``submodules``.
  private(set) var files: [String: File] = [:]
  private(set) var submodules: Set<String> = []

  private static let deepest = 100

  /// - Parameters:
  ///   - commit: the id of the commit, in hexadecimal.
  ///   - output: the output of `git cat-file --batch` for the commit and its trees.
  /// - Returns: `nil` if an object is missing, or is not the one that its id identifies.
  init?(of commit: String, in output: [UInt8]) {
    let objects = Self.objects(in: output, digits: commit.utf8.count)
    guard let body = objects[commit], body.starts(with: "tree ".utf8) else { return nil }
    let root = String(decoding: body.dropFirst(5).prefix(commit.utf8.count), as: UTF8.self)
    guard add(root, "", objects, width: commit.utf8.count / 2, depth: 0) else { return nil }
  }

  /// The contents of the commits and trees, by the ids that follow from them. What the output calls them is ignored.
  private static func objects(in output: [UInt8], digits: Int) -> [String: ArraySlice<UInt8>] {
    var objects: [String: ArraySlice<UInt8>] = [:]
    var rest = output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = rest[..<end].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      // A missing object has two words.
      guard head.count == 3, let size = Int(head[2]) else { continue }
      guard size >= 0, size < rest.count else { break }
      let body = rest.prefix(size)
      rest = rest.dropFirst(size + 1)
      if head[1] == "commit" || head[1] == "tree" {
        objects[BlobDigest.id(of: Array(body), kind: head[1], digits: digits)] = body
      }
    }
    return objects
  }

  /// Adds the entries of a tree: `MODE NAME`, a NUL, and the bytes of the id.
  private mutating func add(
    _ id: String, _ prefix: String, _ objects: [String: ArraySlice<UInt8>], width: Int, depth: Int
  ) -> Bool {
    guard depth < Self.deepest, var rest = objects[id] else { return false }
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")), let end = rest[space...].firstIndex(of: 0),
        rest.endIndex - end > width
      else { return false }
      let mode = String(decoding: rest[..<space], as: UTF8.self)
      let path = prefix + String(decoding: rest[(space + 1)..<end], as: UTF8.self)
      let bytes = rest[(end + 1)...].prefix(width)
      rest = rest[(end + 1 + width)...]
      let id = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      switch mode {
      case "40000": guard add(id, path + "/", objects, width: width, depth: depth + 1) else { return false }
      case "160000": submodules.insert(path)
      default: files[path] = File(mode: mode, blob: id)
      }
    }
    return true
  }

  /// Returns how a working copy differs from the tree, apart from its `.git` and the contents of submodules.
  func differences(in copy: ContainedDirectory) throws -> SourceChanges {
    var changes = SourceChanges()
    var seen: Set<String> = []
    try copy.walk { path, stamp in
      if path == ".git" || submodules.contains(path) { return .next }
      if let file = files[path] {
        seen.insert(path)
        if !isEqual(path, file, stamp, in: copy) { changes.modified.append(path) }
        return .next
      }
      if stamp.kind == .directory { return .enter }
      changes.added.append(path)
      return .next
    }
    changes.removed = files.keys.filter { !seen.contains($0) }.sorted()
    changes.modified.sort()
    changes.added.sort()
    return changes
  }

  private func isEqual(_ path: String, _ file: File, _ stamp: FileStamp, in copy: ContainedDirectory) -> Bool {
    let digits = file.blob.utf8.count
    switch stamp.kind {
    case .link:
      return file.isLink && (try? copy.linkTarget(of: path)).map { BlobDigest.id(of: $0, digits: digits) } == file.blob
    case .file where !file.isLink:
      guard let bytes = try? copy.bytes(at: path, limit: .max - 1) else { return false }
      if BlobDigest.id(of: bytes, digits: digits) == file.blob { return true }
      // Git writes some files with other line ends than they are stored with (`eol=crlf` in `.gitattributes`).
      return BlobDigest.id(of: bytes.withoutCarriageReturns, digits: digits) == file.blob
    default: return false
    }
  }
}

extension [UInt8] {
  /// The bytes with LF instead of CR LF.
  fileprivate var withoutCarriageReturns: [UInt8] {
    indices.filter { self[$0] != 13 || $0 + 1 == endIndex || self[$0 + 1] != 10 }.map { self[$0] }
  }
}
