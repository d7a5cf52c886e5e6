// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

/// Keeps the files of a ``FindingCache``. A process that can write them can hide findings.
public protocol FindingStorage: Sendable {
  /// Returns what was kept under a name; `nil` if there is nothing, or if it is not what was kept.
  ///
  /// - Parameter name: two hexadecimal digits.
  func contents(of name: String) -> [UInt8]?

  /// Replaces what was kept under a name. What cannot be kept is left out: the cache saves time only.
  func keep(_ contents: [UInt8], as name: String)
}

/// A cache of the findings of files, by their contents, their paths, the rules and the options.
///
/// Entries are spread over 256 files. A file has a limit of its size; if it would be exceeded, the entries that this run
/// did not use are dropped first. Concurrent runs replace each other's files as a whole, which loses entries and has no
/// other effect.
public final class FindingCache: Sendable {
  /// The contents of one file.
  private struct Shard {
    /// In the order of the file: the entries used last come last.
    /// Values that were read are parts of the file, which is not copied.
    var entries: [(key: [UInt8], value: ArraySlice<UInt8>)] = []
    var positions: [[UInt8]: Int] = [:]
    var used: Set<Int> = []
    var isChanged = false

    mutating func use(_ key: [UInt8]) -> ArraySlice<UInt8>? {
      guard let position = positions[key] else { return nil }
      used.insert(position)
      return entries[position].value
    }

    mutating func keep(_ value: [UInt8], for key: [UInt8]) {
      guard positions[key] == nil else { return }
      positions[key] = entries.count
      used.insert(entries.count)
      entries.append((key, value[...]))
      isChanged = true
    }
  }

  private static let maximumShardBytes = 512 << 10
  /// A file whose findings need more is checked in each run.
  private static let maximumValueBytes = 256 << 10

  /// The version of the files' contents.
  public static let version = 5

  private let storage: any FindingStorage
  /// Identifies this build of the program, because the rules of another build can differ.
  private let program: [UInt8]
  private let shards = Locked<[UInt8: Shard]>([:])

  /// - Parameter program: identifies the build of the program.
  public init(_ storage: any FindingStorage, program: String) {
    self.storage = storage
    self.program = Array(program.utf8)
  }

  /// Returns the key of an entry.
  ///
  /// - Parameter rules: identifies the rules and their options.
  func key(rules: [UInt8], path: String, bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    for part in [program, rules, Array(path.utf8)] {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { hash.update($0) }
      hash.update(part)
    }
    hash.update(bytes)
    return hash.finalize()
  }

  /// Returns the value for a key of ``key(rules:path:bytes:)``; nil if there is none, or its file is damaged.
  func value(for key: [UInt8]) -> ArraySlice<UInt8>? {
    shards.withLock { shards in
      shards[key[0], default: load(key[0])].use(key)
    }
  }

  /// Keeps a value until ``save()``, unless it is too large.
  func keep(_ value: [UInt8], for key: [UInt8]) {
    guard value.count <= Self.maximumValueBytes else { return }
    shards.withLock { shards in
      shards[key[0], default: load(key[0])].keep(value, for: key)
    }
  }

  /// Writes the files that have new entries.
  public func save() {
    for (name, shard) in shards.withLock({ $0.filter(\.value.isChanged) }) {
      storage.keep(Self.encoded(shard), as: Self.text(name))
    }
  }

  private static func text(_ name: UInt8) -> String { (name < 16 ? "0" : "") + String(name, radix: 16) }

  // MARK: The format: entries of a key, a length and a value

  private static func encoded(_ shard: Shard) -> [UInt8] {
    var kept: [Int] = []
    var total = 0
    let unused = shard.entries.indices.filter { !shard.used.contains($0) }
    for position in (unused + shard.used.sorted()).reversed() {
      total += shard.entries[position].value.count + 36
      guard total <= maximumShardBytes else { break }
      kept.append(position)
    }
    var bytes: [UInt8] = []
    for position in kept.reversed() {
      let entry = shard.entries[position]
      bytes += entry.key
      withUnsafeBytes(of: UInt32(entry.value.count).littleEndian) { bytes += $0 }
      bytes += entry.value
    }
    return bytes
  }

  private func load(_ name: UInt8) -> Shard {
    storage.contents(of: Self.text(name)).flatMap { Self.decoded($0) } ?? Shard()
  }

  private static func decoded(_ bytes: [UInt8]) -> Shard? {
    var shard = Shard()
    var position = 0
    while position < bytes.count {
      guard position + 36 <= bytes.count else { return nil }
      let key = Array(bytes[position..<(position + 32)])
      let length = bytes[(position + 32)..<(position + 36)].reversed().reduce(0) { $0 << 8 | Int($1) }
      position += 36
      guard position + length <= bytes.count else { return nil }
      shard.positions[key] = shard.entries.count
      shard.entries.append((key, bytes[position..<(position + length)]))
      position += length
    }
    return shard
  }
}
