// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import ReviewContract
import SwiftSource
package import SystemPackage

/// Caches the classification of files, so that an unchanged file with unchanged counts is not parsed again.
///
/// A process with write access to the folder can forge coverage: keep it out of reach of code under review.
struct ClassificationCache: Sendable {
  let folder: FilePath
  /// Where new entries go until a process with write access to the folder takes them over; `nil` when this process
  /// has it.
  var left: FilePath?
  /// Of all entries together; the least recently used go first.
  var maximumBytes = 256 << 20

  /// An entry over this size is not read. The entry of a file of 2 MiB in which every other token ran is smaller.
  private static let maximumEntry = 16 << 20

  /// `nil` when the entry is missing or damaged.
  func outcome(_ key: ClassificationKey, lines: Int) -> ClassifiedFile? {
    let name = fileName(key)
    for kept in [left, folder].compactMap({ $0.map { ContainedDirectory($0) } }) {
      guard let bytes = try? kept.bytes(at: name, limit: Self.maximumEntry),
        let stored = try? JSONDecoder().decode(StoredClassification.self, from: Data(bytes))
      else { continue }
      // The time of the last use; if this fails, the entry is only evicted earlier.
      try? kept.setModified(nil, of: name)
      return stored.file(lines: lines)
    }
    return nil
  }

  /// Takes over the entries that another process has left. Existing entries are not replaced.
  func takeOver(from left: FilePath) {
    let source = ContainedDirectory(left)
    let kept = ContainedDirectory(making: folder)
    for entry in (try? source.entries()) ?? [] where ClassificationKey.isName(entry.name, suffix: ".json") {
      guard kept.status(of: entry.name) == nil,
        let bytes = try? source.bytes(at: entry.name, limit: Self.maximumEntry),
        let stored = try? JSONDecoder().decode(StoredClassification.self, from: Data(bytes)),
        let data = try? JSONEncoder().encode(stored)
      else { continue }
      try? kept.write(data, to: entry.name, permissions: 0o644)
    }
    prune()
  }

  /// What cannot be written is not kept: that costs only time.
  func keep(_ file: ClassifiedFile, _ key: ClassificationKey) {
    guard let stored = StoredClassification(file), let data = try? JSONEncoder().encode(stored) else { return }
    try? ContainedDirectory(making: left ?? folder).write(data, to: fileName(key))
  }

  /// Removes what is over the limit, and what an interrupted write left.
  func prune(now: Date = Date()) {
    guard left == nil else { return }
    let kept = ContainedDirectory(folder)
    // What cannot be listed or removed is for the next time.
    let entries = (try? kept.entries(limit: .max / 2)) ?? []
    let hourAgo = Int(now.timeIntervalSince1970 - 3600) * 1_000_000_000
    for entry in entries where entry.name.hasSuffix(".tmp") && entry.status.modified < hourAgo {
      try? kept.remove(entry.name)
    }
    let results = entries.filter { $0.name.hasSuffix(".json") }
    var total = results.reduce(0) { $0 + $1.status.size }
    for entry in results.sorted(by: { $0.status.modified < $1.status.modified }) where total > maximumBytes {
      try? kept.remove(entry.name)
      total -= entry.status.size
    }
  }

  private func fileName(_ key: ClassificationKey) -> String { "\(key.name).json" }
}

/// Takes over what a review found out about files, into the folder where that is kept.
package enum ClassificationHandover {
  /// What cannot be kept is found out again the next time.
  package static func takeOver(from left: FilePath, to folder: FilePath) {
    ClassificationCache(folder: folder).takeOver(from: left)
  }
}

/// Names what a classification depends on: the text, where what ran, and the rules. How often something ran does not
/// matter.
struct ClassificationKey: Hashable, Sendable {
  /// Incremented whenever the same text and counts get another classification.
  static let version: UInt8 = 2

  /// A file name.
  let name: String

  init(_ text: SourceText, _ sources: [CountSource], _ rules: ClassificationRules) {
    var hash = SHA256()
    hash.update(data: [Self.version, rules.excludesUnreachable ? 1 : 0, rules.ignoreAutoclosuresOf == nil ? 1 : 0])
    hash.update(data: [rules.newlyMarked.contains(text.path) ? 1 : 0])
    for name in (rules.ignoreAutoclosuresOf ?? []).sorted() { hash.update(data: Array(name.utf8) + [0]) }
    hash.update(data: Self.bytes(of: UInt64(text.bytes.count)))
    hash.update(data: text.bytes)
    for source in sources {
      switch source {
      case .segments(let table):
        hash.update(data: [1] + Self.bytes(of: UInt64(table.all.count)))
        hash.update(data: table.all.flatMap(Self.bytes))
      case .lines(let counts):
        hash.update(data: [2] + Self.bytes(of: UInt64(counts.count)))
        let lines = counts.sorted { $0.key < $1.key }
        hash.update(data: lines.flatMap { Self.bytes(of: UInt64($0.key) << 1 | ($0.value > 0 ? 1 : 0)) })
      }
    }
    name = hash.finalize().map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }

  /// Whether a file can be that of a key.
  static func isName(_ file: String, suffix: String) -> Bool {
    file.hasSuffix(suffix) && Fingerprint.isName(file.dropLast(suffix.count))
  }

  private static func bytes(of segment: Segment) -> [UInt8] {
    let flags: UInt64 = (segment.count > 0 ? 1 : 0) | (segment.hasCount ? 2 : 0) | (segment.isGap ? 4 : 0)
    return bytes(of: UInt64(segment.line) << 32 | UInt64(segment.column)) + [UInt8(flags)]
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
