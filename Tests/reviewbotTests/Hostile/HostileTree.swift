// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A repository with trees that git itself would not make, and a folder outside that must not change.
struct HostileTree {
  enum Entry {
    case file(String)
    case link(String)
    /// A commit of another repository.
    case submodule(String)
  }

  /// The word that must not occur in a review.
  static let word = "canaryOfAnotherFolder"

  let folder: ScratchDirectory
  let fixture: GitFixture
  let raw: RawTree

  init(in folder: ScratchDirectory) throws {
    self.folder = folder
    fixture = try GitFixture(in: folder.folder("repository"))
    raw = RawTree(fixture: fixture)
    try folder.write("outside/secret.txt", "\(Self.word)\n")
    try folder.write("outside/folder/Secret.swift", "public let \(Self.word) = 1;\n")
    // With this as its configuration, a review would not build anything.
    try folder.write("outside/reviewbot.yml", "version: 1\nbuild: {package: \(Self.word)}\n")
  }

  var outside: FilePath { folder.path.appending("outside") }

  /// The files outside, with their contents.
  var outsideFiles: [String: Data?] {
    let names = FileManager.default.enumerator(atPath: outside.string)?.allObjects as? [String] ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(outside)/\($0)")) })
  }

  /// Makes `main` and pull request 7 on top of it.
  func commit(base: [String: Entry], head: [String: Entry]) throws {
    let commit = try fixture.git("commit-tree", try tree(base), "-m", "base")
    try fixture.git("update-ref", "refs/heads/main", commit.trimmingCharacters(in: .newlines))
    try raw.openPullRequest(try tree(head))
  }

  func tree(_ files: [String: Entry]) throws -> String {
    var entries: [RawTree.Entry] = []
    var folders: [String: [String: Entry]] = [:]
    for (path, entry) in files {
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        folders[parts[0], default: [:]][parts[1]] = entry
        continue
      }
      switch entry {
      case .file(let text): entries.append(.file(path, try raw.blob(text)))
      case .link(let target):
        entries.append(RawTree.Entry(mode: "120000", name: Array(path.utf8), id: try raw.blob(target)))
      case .submodule(let id): entries.append(RawTree.Entry(mode: "160000", name: Array(path.utf8), id: id))
      }
    }
    for (name, files) in folders { entries.append(.folder(name, try tree(files))) }
    // Git compares a folder's name as if a slash were its end.
    return try raw.tree(entries.sorted { $0.order.lexicographicallyPrecedes($1.order) })
  }

  /// Reviews the pull request.
  func check(
    _ arguments: [String] = [], by reviewer: Reviewer = .own
  ) async throws -> (outcome: BuiltProgram.Outcome, program: BuiltProgram) {
    let program = try BuiltProgram(in: folder)
    let outcome = try await program.run(
      ["check", "--pr", "7", "--repo", fixture.folder.path.string, "--output", "report", "--sandbox", "bwrap"]
        + arguments, environment: try reviewer.take(folder), shell: reviewer.shell)
    return (outcome, program)
  }

  /// The files of the review and of its caches that contain the word.
  func places(_ outcome: BuiltProgram.Outcome, _ program: BuiltProgram) -> [String] {
    var places = (outcome.output + outcome.errors).contains(Self.word) ? ["what is printed"] : []
    for name in ["report", "home"] {
      let top = folder.path.appending(name).string
      for case let file as String in FileManager.default.enumerator(atPath: top) ?? .init() {
        let path = "\(top)/\(file)"
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil { continue }
        if FileManager.default.contents(atPath: path)?.range(of: Data(Self.word.utf8)) != nil { places.append(path) }
      }
    }
    return places
  }
}

extension RawTree.Entry {
  fileprivate var order: [UInt8] { name + (mode == "40000" ? [0x2f] : []) }
}
