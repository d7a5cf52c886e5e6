// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Crypto
import Findings
import Foundation
import Git
import ReviewContract
import SystemPackage

/// A pull request with given trees, which is fetched, compared and checked out again for each input.
struct FuzzedPullRequest {
  let objects: LooseObjects
  private let folder: FilePath
  private let provider: any WorkspaceProvider
  private let pullRequest: PullRequest

  /// - Parameter folder: an existing folder, in which everything is below `repository`, `mirrors` and `runs`.
  init(in folder: FilePath, checksOutBase: Bool = false) throws {
    self.folder = folder
    objects = try LooseObjects(in: folder.appending("repository"))
    for name in ["mirrors", "runs"] {
      try FileManager.default.createDirectory(atPath: folder.appending(name).string, withIntermediateDirectories: true)
    }
    var limits = WorkspaceLimits()
    limits.freeBytes = 0
    var settings = GitWorkspaceSettings(
      mirrors: folder.appending("mirrors"), workspaces: folder.appending("runs"), credential: nil, limits: limits)
    settings.checksOutBase = checksOutBase
    provider = GitAssembly().workspaces(settings)
    pullRequest = PullRequest(
      repository: Repository(forge: .local, name: "fuzz", cloneURL: "file://\(objects.folder)"), number: 7, title: "",
      author: nil, url: nil, state: .open, isDraft: false, head: nil, headRef: "refs/pull/7/head", baseBranch: "main",
      isFromFork: true)
  }

  /// Checks out a tree on top of another one.
  ///
  /// - Returns: what a function finds in the checkout, or the error of the checkout.
  func check(
    head: [UInt8], base: [UInt8], _ judge: (Workspace) async throws -> FuzzLook
  ) async throws -> FuzzLook {
    let first = try objects.commit(base, parent: nil)
    try objects.write(reference: "refs/heads/main", first)
    try objects.write(reference: "refs/pull/7/head", try objects.commit(head, parent: first))
    // What was fetched and checked out is not needed by the next input.
    defer {
      for name in ["mirrors", "runs"] {
        try? DirectoryRemoval.remove(folder.appending(name))
        try? FileManager.default.createDirectory(
          atPath: folder.appending(name).string, withIntermediateDirectories: true)
      }
    }
    let workspace: Workspace
    do {
      workspace = try await provider.checkOut(pullRequest) { _ in }
    } catch {
      return .refused("\(error)")
    }
    return try await judge(workspace)
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
