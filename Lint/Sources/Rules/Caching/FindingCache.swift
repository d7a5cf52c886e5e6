// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
public import SystemPackage

/// A cache of the findings of files, by their contents, their paths, the rules and the options.
///
/// Entries are spread over 256 files of a folder that only the user can write; damaged files are ignored. A file has a
/// limit of its size; if it would be exceeded, the entries that this run did not use are dropped first. Concurrent runs
/// replace each other's files as a whole, which loses entries and has no other effect.
public final class FindingCache: Sendable {
  /// The contents of one file.
  private struct Shard {
    /// In the order of the file: the entries used last come last.
    var entries: [(key: [UInt8], value: [UInt8])] = []
    var positions: [[UInt8]: Int] = [:]
    var used: Set<Int> = []
    var isChanged = false

    mutating func use(_ key: [UInt8]) -> [UInt8]? {
      guard let position = positions[key] else { return nil }
      used.insert(position)
      return entries[position].value
    }

    mutating func keep(_ value: [UInt8], for key: [UInt8]) {
      guard positions[key] == nil else { return }
      positions[key] = entries.count
      used.insert(entries.count)
      entries.append((key, value))
      isChanged = true
    }
  }

  private static let maximumShardBytes = 512 << 10
  /// A file whose findings need more is checked in each run.
  private static let maximumValueBytes = 256 << 10
  private static let magic = Array("reviewbot lint 2\n".utf8)

  private let folder: FilePath
  /// Identifies this build of the program, because the rules of another build can differ.
  private let program: [UInt8]
  private let shards = Locked<[UInt8: Shard]>([:])

  /// - Parameters:
  ///   - folder: created when entries are saved.
  ///   - program: identifies the build of the program.
  public init(folder: FilePath, program: String) {
    self.folder = folder
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
  func value(for key: [UInt8]) -> [UInt8]? {
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

  /// Writes the files that have new entries. A file that cannot be written is left out: the cache saves time only.
  public func save() {
    let changed = shards.withLock { $0.filter(\.value.isChanged) }
    guard !changed.isEmpty else { return }
    try? FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (name, shard) in changed {
      try? Data(Self.encoded(shard)).write(to: URL(fileURLWithPath: path(name).string), options: .atomic)
    }
  }

  private func path(_ name: UInt8) -> FilePath {
    folder.appending((name < 16 ? "0" : "") + String(name, radix: 16))
  }

  // MARK: The format: a line, entries of a key, a length and a value, and the SHA-256 of these.

  private static func encoded(_ shard: Shard) -> [UInt8] {
    var kept: [Int] = []
    var total = 0
    let unused = shard.entries.indices.filter { !shard.used.contains($0) }
    for position in (unused + shard.used.sorted()).reversed() {
      total += shard.entries[position].value.count + 36
      guard total <= maximumShardBytes else { break }
      kept.append(position)
    }
    var bytes = magic
    for position in kept.reversed() {
      let entry = shard.entries[position]
      bytes += entry.key
      withUnsafeBytes(of: UInt32(entry.value.count).littleEndian) { bytes += $0 }
      bytes += entry.value
    }
    return bytes + checksum(of: bytes)
  }

  /// The checksum at the end of a file.
  package static func checksum(of bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }

  private func load(_ name: UInt8) -> Shard {
    guard let data = FileManager.default.contents(atPath: path(name).string),
      data.count <= Self.maximumShardBytes + 1024
    else { return Shard() }
    return Self.decoded(Array(data)) ?? Shard()
  }

  private static func decoded(_ bytes: [UInt8]) -> Shard? {
    let end = bytes.count - SHA256.byteCount
    guard end >= magic.count, bytes.starts(with: magic), checksum(of: Array(bytes[..<end])) == Array(bytes[end...])
    else { return nil }
    var shard = Shard()
    var position = magic.count
    while position < end {
      guard position + 36 <= end else { return nil }
      let key = Array(bytes[position..<(position + 32)])
      let length = bytes[(position + 32)..<(position + 36)].reversed().reduce(0) { $0 << 8 | Int($1) }
      position += 36
      guard position + length <= end else { return nil }
      shard.positions[key] = shard.entries.count
      shard.entries.append((key, Array(bytes[position..<(position + length)])))
      position += length
    }
    return shard
  }
}
