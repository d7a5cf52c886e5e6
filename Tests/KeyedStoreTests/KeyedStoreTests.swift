// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import KeyedStore

extension KeyedStore: ExaminedStore {}

/// Stores in a folder.
struct KeyedStoreTests {
  private struct Folder: ExamPlace {
    let folder: ScratchDirectory

    func open(version: Int, seal: String?) -> KeyedStore<ExamKey, ExamValue> {
      KeyedStore(folder.path.appending("store"), StoreFormat("exam", version: version), seal: seal)
    }

    func openBytes() -> KeyedStore<ExamKey, [UInt8]> {
      KeyedStore(folder.path.appending("bytes"), StoreFormat("bytes", version: 1))
    }

    func entry(_ key: ExamKey) throws -> [UInt8] { Array(try Data(contentsOf: url(key))) }

    func replace(_ key: ExamKey, by bytes: [UInt8]) throws { try Data(bytes).write(to: url(key)) }

    private func url(_ key: ExamKey) throws -> URL {
      URL(fileURLWithPath: folder.path.appending("store").appending(try key.path()).string)
    }
  }

  private typealias Store = KeyedStore<ExamKey, [UInt8]>

  private func key(_ number: Int, group: String? = nil) -> ExamKey { ExamKey(group: group, name: "\(number)") }

  private func store(
    _ folder: ScratchDirectory, _ bounds: StoreBounds, now: @escaping @Sendable () -> Date = { Date() }
  ) -> Store { Store(folder.path, StoreFormat("test", version: 1), bounds: bounds, now: now) }

  /// Sets the time of an entry's last use.
  private func setUse(_ key: ExamKey, _ seconds: Int, in folder: ScratchDirectory) throws {
    try ContainedDirectory(folder.path).setModified(seconds * 1_000_000_000, of: try key.path())
  }

  @Test func `a store in a folder passes the exam`() async throws {
    try await withScratchDirectory { try await StoreExam.pass(Folder(folder: $0)) }
  }

  @Test func `only the user can read a private store`() async throws {
    try await withScratchDirectory { folder in
      try Folder(folder: folder).open(version: 1, seal: nil).set(ExamValue("a"), for: ExamKey(name: "a"))
      for (name, mode) in [("store", 0o700), ("store/group", 0o700), ("store/group/a", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
      }
    }
  }

  @Test(arguments: [nil, "group"])
  func `the least recently used entries above a bound are removed`(group: String?) async throws {
    try await withScratchDirectory { folder in
      var bounds = StoreBounds()
      bounds.entries = 8
      let store = store(folder, bounds)
      for number in 1...8 {
        try store.set([1], for: key(number, group: group))
        try setUse(key(number, group: group), number, in: folder)
      }
      // Reading an entry uses it.
      #expect(store.value(for: key(1, group: group)) == [1])
      try store.set([1], for: key(9, group: group))
      let kept = (1...9).filter { store.value(for: key($0, group: group)) != nil }
      #expect(kept == [1, 5, 6, 7, 8, 9])
    }
  }

  @Test func `the bytes of a store have a bound, and those of an entry`() async throws {
    try await withScratchDirectory { folder in
      var bounds = StoreBounds()
      bounds.bytes = 100_000
      let store = store(folder, bounds)
      for number in 1...40 {
        try store.set(Array(repeating: 1, count: 10_000), for: key(number))
        let size = StoreFiles.all(in: ContainedDirectory(folder.path)).reduce(0) { $0 + $1.status.size }
        #expect(size <= bounds.bytes)
      }
      #expect(store.value(for: key(40)) != nil)
      #expect(throws: StoreFailure.self) { try store.set(Array(repeating: 1, count: 30_000), for: key(41)) }
      #expect(store.value(for: key(41)) == nil)
    }
  }

  @Test func `entries that were not used for a time are removed with the folders of their groups`() async throws {
    try await withScratchDirectory { folder in
      let time = Locked(Date(timeIntervalSince1970: 1_000_000))
      var bounds = StoreBounds()
      bounds.age = .seconds(1_000)
      let store = store(folder, bounds) { time.withLock { $0 } }
      try store.set([1], for: key(1, group: "old"))
      try store.set([1], for: key(2, group: "new"))
      try setUse(key(1, group: "old"), 998_000, in: folder)
      store.sweep()
      #expect(!folder.exists("old"))
      #expect(store.value(for: key(2, group: "new")) == [1])
    }
  }

  @Test func `a value is missing after its lifetime, also when the clock was set back`() async throws {
    try await withScratchDirectory { folder in
      let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
      var bounds = StoreBounds()
      bounds.hasLifetimes = true
      let store = store(folder, bounds) { time.withLock { $0 } }
      try store.set([1], for: key(1), lifetime: .seconds(10))
      try store.set([2], for: key(2))
      time.withLock { $0 -= 1_000_000 }
      #expect(store.value(for: key(1)) == [1])
      time.withLock { $0 += 1_000_010 }
      #expect(store.value(for: key(1)) == nil)
      store.sweep()
      #expect(!folder.exists("1"))
      #expect(store.value(for: key(2)) == [2])
      #expect(store.unreadableEntries == 0)
    }
  }

  @Test func `files of interrupted writes are removed after an hour`() async throws {
    try await withScratchDirectory { folder in
      let store = store(folder, StoreBounds())
      try store.set([1], for: key(1, group: "g"))
      for (name, age) in [("g/.old.tmp", 4_000), ("g/.new.tmp", 0), ("old.tmp", 4_000)] {
        let file = try folder.write(name, "half of an ent")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: TimeInterval(-age))], ofItemAtPath: file.string)
      }
      store.sweep()
      #expect(folder.exists("g/.new.tmp") && !folder.exists("g/.old.tmp") && !folder.exists("old.tmp"))
      #expect(store.values(in: "g") == ["1": [1]])
      #expect(store.keys == [key(1, group: "g")])
    }
  }

  @Test func `links and folders in place of entries are not followed`() async throws {
    try await withScratchDirectory { folder in
      let secret = try folder.write("secret", "secret")
      try FileManager.default.createDirectory(
        atPath: folder.path.appending("store/group/1").string, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("store/group/2").string, withDestinationPath: secret.string)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("store/linked").string, withDestinationPath: folder.path.string)
      let store = Store(folder.path.appending("store"), StoreFormat("test", version: 1))
      #expect(store.values(in: "group") == [:] && store.values(in: "linked") == [:])
      #expect(store.unreadableEntries == 2)
      try store.set([1], for: key(2, group: "group"))
      #expect(try folder.text("secret") == "secret")
      #expect(throws: StoreFailure.self) { try store.set([1], for: key(1, group: "linked")) }
      #expect(!folder.exists("1"))
    }
  }

  @Test func `only valid entries are taken over from a hostile folder`() async throws {
    try await withScratchDirectory { folder in
      let format = StoreFormat("exam", version: 1)
      let (hostile, kept) = (folder.path.appending("hostile"), folder.path.appending("kept"))
      let theirs = KeyedStore<ExamKey, ExamValue>(hostile, format)
      let ours = KeyedStore<ExamKey, ExamValue>(kept, format)
      try theirs.set(ExamValue("new"), for: key(1))
      try theirs.set(ExamValue("other"), for: key(2))
      try ours.set(ExamValue("ours"), for: key(2))
      try folder.write("hostile/3", "damaged")
      try folder.write("hostile/a/b/c/d", "deep")
      try KeyedStore<ExamKey, [UInt8]>(hostile, format).set(Array("[]".utf8), for: key(4))
      ours.takeOver(from: theirs)
      #expect(ours.value(for: key(1)) == ExamValue("new"))
      #expect(ours.value(for: key(2)) == ExamValue("ours"))
      #expect(ours.keys.map(\.name).sorted() == ["1", "2"])
    }
  }

  @Test func `writers and a sweep of another process do not disturb each other`() async throws {
    try await withScratchDirectory { folder in
      var bounds = StoreBounds()
      bounds.entries = 4
      let stores = [store(folder, bounds), store(folder, bounds)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            // Sweeps remove groups in which the other one is about to write.
            for number in 0..<100 { try store.set([1], for: ExamKey(group: "\(number % 3)", name: "\(index)")) }
          }
          group.addTask { for _ in 0..<100 { store.sweep() } }
        }
        try await group.waitForAll()
      }
      #expect(stores.allSatisfy { $0.unreadableEntries == 0 })
    }
  }

  @Test func `a value that cannot be removed is an error`() async throws {
    try await withScratchDirectory { folder in
      let secret = try folder.write("elsewhere/1", "secret")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("group").string, withDestinationPath: secret.removingLastComponent().string)
      let store = store(folder, StoreBounds())
      #expect(throws: StoreFailure.self) { try store.remove(key(1, group: "group")) }
      #expect(folder.exists("elsewhere/1"))
    }
  }

  @Test func `entries are exchanged with a shared store`() async throws {
    try await withScratchDirectory { folder in
      let shared = Store(folder.path.appending("shared"), StoreFormat("test", version: 1))
      let stores = ["one", "two"].map { Store(folder.path.appending($0), StoreFormat("test", version: 1)) }
      func task(_ store: Store, _ body: () throws -> Void) async throws {
        var exchange = StoreExchange(store, shared, group: "g")
        try await exchange.fetch()
        try body()
        try await exchange.share()
      }
      try stores[1].set([9], for: key(9, group: "g"))
      try await task(stores[0]) { try stores[0].set([1], for: key(1, group: "g")) }
      try await task(stores[1]) { #expect(stores[1].values(in: "g") == ["1": [1], "9": [9]]) }
      try await task(stores[1]) { try stores[1].set([2], for: key(1, group: "g")) }
      try await task(stores[0]) {}
      #expect(stores[0].values(in: "g") == ["1": [2], "9": [9]])
    }
  }
}
