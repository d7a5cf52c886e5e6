// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import KeyedStore
import Testing

/// The key of a value of an examined store.
package struct ExamKey: StoreKey {
  package let group: String?
  package let name: String

  package init(group: String? = "group", name: String) {
    self.group = group
    self.name = name
  }
}

/// A value of an examined store.
package struct ExamValue: Codable, Hashable, StoredValue {
  package let text: String
  package let numbers: [Int]

  package init(_ text: String, _ numbers: [Int] = []) {
    self.text = text
    self.numbers = numbers
  }
}

/// A place that stores can be opened in, as by several processes.
package protocol ExamPlace: Sendable {
  associatedtype Store: ExaminedStore where Store.Key == ExamKey, Store.Value == ExamValue
  associatedtype Bytes: ExaminedStore where Bytes.Key == ExamKey, Bytes.Value == [UInt8]

  func open(version: Int, seal: String?) -> Store
  func openBytes() -> Bytes

  /// The bytes of an entry.
  func entry(_ key: ExamKey) async throws -> [UInt8]

  /// Replaces the bytes of an entry, as damage or a hostile process would.
  func replace(_ key: ExamKey, by bytes: [UInt8]) async throws
}

package protocol ExaminedStore: TypedStore {
  var unreadableEntries: Int { get }
}

/// What every persistent store of typed values must do, wherever it keeps them.
package enum StoreExam {
  package static func pass(_ place: some ExamPlace) async throws {
    try await keepsValues(place)
    try await keepsBytes(place)
    try await refusesPaths(place)
    try await ignoresDamage(place)
    try await ignoresOtherVersions(place)
    try await ignoresMovedEntries(place)
    try await ignoresOtherSeals(place)
    try await isSharedByWriters(place)
  }

  private static func keepsValues(_ place: some ExamPlace) async throws {
    let (store, other) = (place.open(version: 1, seal: nil), place.open(version: 1, seal: nil))
    let key = ExamKey(name: "a")
    #expect(try await store.value(for: key) == nil)
    #expect(try await store.values(in: "group") == [:])
    try await store.remove(key)
    for value in [
      ExamValue("é\u{0}\n", [1, -2, .max]), ExamValue(""), ExamValue(String(repeating: "x", count: 300_000)),
    ] {
      try await store.set(value, for: key)
      #expect(try await other.value(for: key) == value)
    }
    try await store.set(ExamValue("b"), for: ExamKey(name: "b"))
    try await store.set(ExamValue("c"), for: ExamKey(group: "other", name: "a"))
    try await store.set(ExamValue("d"), for: ExamKey(group: nil, name: "a"))
    #expect(try await Set(other.values(in: "group").keys) == ["a", "b"])
    #expect(try await Set(other.names(in: "group")) == ["a", "b"])
    #expect(try await other.values(in: "other") == ["a": ExamValue("c")])
    #expect(try await other.value(for: ExamKey(group: nil, name: "a")) == ExamValue("d"))
    try await other.remove(key)
    #expect(try await store.value(for: key) == nil)
    #expect(try await store.values(in: "group") == ["b": ExamValue("b")])
    #expect(store.unreadableEntries == 0 && other.unreadableEntries == 0)
  }

  private static func keepsBytes(_ place: some ExamPlace) async throws {
    let store = place.openBytes()
    var random = SeededRandom(seed: 7)
    for size in [0, 1, 4_096, 262_145] {
      let key = ExamKey(group: "bytes", name: "size-\(size)")
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      try await store.set(bytes, for: key)
      #expect(try await store.value(for: key) == bytes)
    }
  }

  private static func refusesPaths(_ place: some ExamPlace) async throws {
    let store = place.open(version: 1, seal: nil)
    let long = String(repeating: "a", count: 201)
    for name in ["", "..", ".", "a/b", "/etc/passwd", "../a", "a\u{0}", "a b", "é", "a.b", "a\n", long] {
      for key in [ExamKey(name: name), ExamKey(group: name, name: "a")] {
        await #expect(throws: StoreFailure.invalidName(name)) { try await store.set(ExamValue("a"), for: key) }
        await #expect(throws: StoreFailure.invalidName(name)) { try await store.remove(key) }
        #expect(try await store.value(for: key) == nil)
      }
      #expect(try await store.values(in: name) == [:])
      #expect(try await store.names(in: name) == [])
    }
  }

  private static func ignoresDamage(_ place: some ExamPlace) async throws {
    let store = place.open(version: 1, seal: nil)
    let (key, kept) = (ExamKey(group: "damage", name: "a"), ExamKey(group: "damage", name: "kept"))
    let value = ExamValue("value", [1, 2, 3])
    for key in [key, kept] { try await store.set(value, for: key) }
    let entry = try await place.entry(key)
    // An interrupted write, wherever it was interrupted.
    var damaged = entry.indices.map { Array(entry[..<$0]) }
    // A changed byte, wherever it is.
    for index in entry.indices { damaged.append(entry.enumerated().map { $0 == index ? $1 ^ 1 : $1 }) }
    damaged += [entry + [0], entry + entry, [UInt8](repeating: 0, count: 300_000), Array("{}".utf8)]
    var unreadable = 0
    for bytes in damaged {
      try await place.replace(key, by: bytes)
      #expect(try await store.value(for: key) == nil, "\(String(decoding: bytes.prefix(300), as: UTF8.self))")
      unreadable += store.unreadableEntries
      #expect(try await store.values(in: "damage") == ["kept": value])
    }
    #expect(unreadable > 0)
    try await store.set(value, for: key)
    #expect(try await store.value(for: key) == value)
  }

  private static func ignoresOtherVersions(_ place: some ExamPlace) async throws {
    let (older, newer) = (place.open(version: 1, seal: nil), place.open(version: 2, seal: nil))
    let key = ExamKey(group: "version", name: "a")
    try await newer.set(ExamValue("newer"), for: key)
    #expect(try await older.value(for: key) == nil)
    #expect(older.unreadableEntries == 0)
    #expect(try await newer.value(for: key) == ExamValue("newer"))
    try await older.set(ExamValue("older"), for: key)
    #expect(try await newer.value(for: key) == nil)
    #expect(try await older.value(for: key) == ExamValue("older"))
  }

  private static func ignoresMovedEntries(_ place: some ExamPlace) async throws {
    let store = place.open(version: 1, seal: nil)
    let (from, to) = (ExamKey(group: "moved", name: "from"), ExamKey(group: "moved", name: "to"))
    try await store.set(ExamValue("from"), for: from)
    try await store.set(ExamValue("to"), for: to)
    try await place.replace(to, by: place.entry(from))
    #expect(try await store.value(for: to) == nil)
    #expect(store.unreadableEntries == 1)
  }

  private static func ignoresOtherSeals(_ place: some ExamPlace) async throws {
    let key = ExamKey(group: "seal", name: "a")
    let (ours, theirs) = (place.open(version: 1, seal: "ours"), place.open(version: 1, seal: "theirs"))
    try await theirs.set(ExamValue("theirs"), for: key)
    #expect(try await ours.value(for: key) == nil)
    #expect(try await place.open(version: 1, seal: nil).value(for: key) == nil)
    try await ours.set(ExamValue("ours"), for: key)
    #expect(try await ours.value(for: key) == ExamValue("ours"))
  }

  /// Writers that replace one value and add others; each reader gets a whole value.
  private static func isSharedByWriters(_ place: some ExamPlace) async throws {
    let key = ExamKey(group: "writers", name: "shared")
    try await place.open(version: 1, seal: nil).set(ExamValue("0", []), for: key)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          let store = place.open(version: 1, seal: nil)
          for number in 1...8 {
            let value = ExamValue("\(writer)", Array(repeating: writer, count: writer * 1_000))
            try await store.set(value, for: key)
            try await store.set(value, for: ExamKey(group: "writers", name: "\(writer)-\(number)"))
            let read = try #require(try await store.value(for: key))
            #expect(read.numbers.count == (Int(read.text) ?? 0) * 1_000)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await place.open(version: 1, seal: nil).values(in: "writers").count == 33)
  }
}
