// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct MirrorStoreTests {
  /// Four addresses of one repository, which have a mirror each.
  private func addresses(of repository: ReviewedRepository) -> [String] {
    let path = repository.fixture.folder.path.string
    return [path, "file://\(path)", "\(path)/.git", "file://\(path)/.git"]
  }

  private func name(of url: String) throws -> String {
    try GitLibrary.start()
    let repository = Repository(forge: .local, name: "acme/shapes", cloneURL: url)
    return try MirrorName.name(for: repository, at: CloneAddress(url))
  }

  @Test func `repositories of a forge whose names differ only in case share a mirror, but local folders do not`() throws
  {
    try GitLibrary.start()
    func name(_ forge: ForgeKind, _ name: String, _ url: String) throws -> String {
      try MirrorName.name(for: Repository(forge: forge, name: name, cloneURL: url), at: CloneAddress(url))
    }
    for forge in [ForgeKind.github, .gitlab, .gitea] {
      #expect(
        try name(forge, "Octo-Org/Ledger", "https://git.example.com/Octo-Org/Ledger.git")
          == name(forge, "octo-org/ledger", "https://git.example.com/octo-org/ledger.git"))
    }
    #expect(try name(.local, "a", "/srv/Ledger") != name(.local, "a", "/srv/ledger"))
  }

  private func store(of repository: ReviewedRepository) -> MirrorStore {
    MirrorStore(folder: repository.home.path.appending("mirrors"), limits: WorkspaceLimits())
  }

  private func isFree(_ path: FilePath) throws -> Bool {
    guard let lock = try MirrorLock(ifFree: path) else { return false }
    _ = consume lock
    return true
  }

  private func setLastUse(_ name: String, in store: MirrorStore, to seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: store.useLock(name).string)
  }

  @Test func `the least recently used mirror is removed first, and none that is in use`() async throws {
    try await withReviewedRepository { repository in
      let urls = addresses(of: repository)
      for url in urls.prefix(3) { _ = try await repository.review(url: url) }
      let store = store(of: repository)
      let names = try urls.map(name)
      for (name, time) in zip(names, [300, 100, 200] as [Double]) { try setLastUse(name, in: store, to: time) }
      let used = try MirrorLock(store.useLock(names[1]), .shared, interruption: Interruption()) { _ in }
      let size = Directories.size(of: store.path(names[0]))
      let lines = Recorded<String>()
      _ = try await repository.review(url: urls[3], limits: WorkspaceLimits(mirrorBytes: size * 5 / 2)) { event in
        if case .detail(let text) = event { lines.append(text) }
      }
      withExtendedLifetime(used) {}
      #expect(try repository.mirrorNames == [names[1], names[3]].sorted())
      #expect(
        lines.values.filter { $0.hasPrefix("removed") }
          == [names[2], names[0]].map {
            "removed the mirror \($0), the one least recently used: mirrors take more than \(size * 5 / 2) bytes"
          })
      let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.string)
      #expect(files.count == 2 * 3, "a mirror and its two locks: \(files)")
      // What was removed comes back when it is wanted.
      let again = try await repository.review(url: urls[0])
      #expect(again.changes.files.map(\.path) == ["b.swift"])
    }
  }

  @Test func `a mirror that was just used is removed last`() async throws {
    try await withReviewedRepository { repository in
      let urls = addresses(of: repository)
      let store = store(of: repository)
      for url in urls.prefix(2) {
        _ = try await repository.review(url: url)
        try setLastUse(name(of: url), in: store, to: url == urls[0] ? 100 : 200)
      }
      _ = try await repository.review(url: urls[0])
      _ = try await repository.review(
        url: urls[2], limits: WorkspaceLimits(mirrorBytes: Directories.size(of: store.path(name(of: urls[0]))) * 5 / 2))
      #expect(try repository.mirrorNames == [name(of: urls[0]), name(of: urls[2])].sorted())
    }
  }

  @Test func `mirrors are removed if space is low, and nothing is fetched if that is not enough`() async throws {
    try await withReviewedRepository { repository in
      let urls = addresses(of: repository)
      _ = try await repository.review(url: urls[0])
      _ = try FileManager.default.createDirectory(
        atPath: repository.home.path.appending("mirrors/not-ours").string, withIntermediateDirectories: true)
      let error = await failure {
        try await repository.review(url: urls[1], limits: WorkspaceLimits(freeBytes: .max))
      }
      #expect(error?.code == .diskFull)
      #expect(error?.message.hasSuffix("\(Int.max) are required") == true, "\(error?.description ?? "")")
      #expect(try repository.mirrorNames == ["not-ours"])
    }
  }

  @Test func `files of an interrupted fetch are removed, and the mirror is kept`() async throws {
    try await withReviewedRepository { repository in
      _ = try await repository.review()
      let mirror = ScratchDirectory(path: try repository.mirror)
      try mirror.write("mark", "")
      let leftovers = [
        "config.lock", "HEAD.lock", "packed-refs.lock", "refs/reviewbot/refs%2Fpull%2F7%2Fhead.lock",
        "objects/pack/pack_git2_0123456789abcdef",
      ]
      for name in leftovers { try mirror.write(name, "left") }
      try repository.fixture.git("checkout", "--quiet", "change")
      try repository.fixture.write("c.swift", "let c = 3\n")
      try repository.fixture.commit("more")
      try repository.fixture.openPullRequest(7)
      let lines = Recorded<String>()
      let workspace = try await repository.review { event in
        if case .detail(let text) = event { lines.append(text) }
      }
      #expect(workspace.changes.files.map(\.path) == ["b.swift", "c.swift"])
      #expect(leftovers.filter(mirror.exists) == [])
      #expect(mirror.exists("mark"))
      #expect(
        lines.values.first { $0.hasPrefix("removed files") }
          == "removed files of an interrupted run: HEAD.lock, config.lock, pack_git2_0123456789abcdef and 2 more")
    }
  }

  /// A wrong checksum at the end of a pack is an error when the pack is opened; damaged objects are errors only when
  /// they are read.
  @Test(arguments: [0, 20])
  func `recreates a mirror whose packs are damaged`(intactBytes: Int) async throws {
    try await withReviewedRepository { repository in
      _ = try await repository.review(url: repository.fixture.url)
      let packs = try repository.mirror.appending("objects").appending("pack")
      let names = try FileManager.default.contentsOfDirectory(atPath: packs.string).filter { $0.hasSuffix(".pack") }
      #expect(!names.isEmpty)
      for name in names {
        let file = URL(fileURLWithPath: packs.appending(name).string)
        var bytes = try Data(contentsOf: file)
        for index in 12..<(bytes.count - intactBytes) { bytes[index] ^= 0x5a }
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
      }
      let lines = Recorded<String>()
      let workspace = try await repository.review(url: repository.fixture.url) { event in
        if case .detail(let text) = event { lines.append(text) }
      }
      #expect(workspace.changes.files.map(\.path) == ["b.swift"])
      #expect(lines.values.contains { $0.hasPrefix("the mirror is damaged; creating it again") })
      try repository.fixture.git("--git-dir", repository.mirror.string, "fsck", "--full")
    }
  }

  @Test func `a lock of another process is held until that process ends`() async throws {
    try await withScratchDirectory { folder in
      let path = folder.path.appending("x.lock")
      let holder = try HelperProgram([
        "flock", "--shared", "--no-fork", path.string, "sh", "-c", "echo held; exec sleep 600",
      ])
      #expect(try await holder.nextLine() == "held")
      #expect(try !isFree(path))
      // Others may share it.
      _ = try MirrorLock(path, .shared, interruption: Interruption()) { _ in }
      holder.end()
      #expect(try isFree(path))
    }
  }

  @Test func `a lock whose file was deleted is free`() async throws {
    try await withScratchDirectory { folder in
      let path = folder.path.appending("x.lock")
      let old = try MirrorLock(path, interruption: Interruption()) { _ in }
      try FileManager.default.removeItem(atPath: path.string)
      #expect(try isFree(path))
      withExtendedLifetime(old) {}
    }
  }
}
