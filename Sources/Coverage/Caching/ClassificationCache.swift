// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import KeyedStore
import ReviewContract
import SwiftSource
import SystemPackage

/// Caches the classification of files, so that an unchanged file with unchanged counts is not parsed again.
struct ClassificationCache: Sendable {
  private let kept: ClassificationStore
  /// New entries until a process with write access to the cache takes them over; `nil` when this process has it.
  private let leftovers: ClassificationStore?

  init(folder: FilePath, leftovers: FilePath? = nil) {
    kept = ClassificationStore(folder)
    self.leftovers = leftovers.map { ClassificationStore($0, isBounded: false) }
  }

  /// Returns the cached classification; `nil` when the entry is missing or damaged.
  func outcome(_ key: ClassificationKey, lines: Int) -> ClassifiedFile? {
    (leftovers?.value(for: key.digest) ?? kept.value(for: key.digest))?.file(lines: lines)
  }

  /// Stores a classification. An entry that cannot be written is skipped: that costs only time.
  func keep(_ file: ClassifiedFile, _ key: ClassificationKey) {
    guard let stored = StoredClassification(file) else { return }
    try? (leftovers ?? kept).set(stored, for: key.digest)
  }
}

/// The key of a classification: a hash of its input, which is the text, the executed code, and the rules. The numbers
/// of executions do not matter.
struct ClassificationKey: Hashable, Sendable {
  /// Incremented whenever the classification of the same text and counts changes.
  static let version: UInt8 = 3

  let digest: DigestKey

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
      case .lines(let table):
        hash.update(data: [2] + Self.bytes(of: UInt64(table.counts.count)))
        let lines = table.counts.sorted { $0.key < $1.key }
        hash.update(
          data: lines.flatMap { line, count in
            let flags: UInt64 = (count > 0 ? 1 : 0) | (table.partial.contains(line) ? 2 : 0)
            return Self.bytes(of: UInt64(line) << 2 | flags)
          })
      case .functions: hash.update(data: [3])
      }
    }
    let name = hash.finalize().map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    guard let digest = DigestKey(name) else { preconditionFailure("a SHA-256 has 64 hexadecimal digits") }
    self.digest = digest
  }

  private static func bytes(of segment: Segment) -> [UInt8] {
    let flags: UInt64 = (segment.count > 0 ? 1 : 0) | (segment.hasCount ? 2 : 0) | (segment.isGap ? 4 : 0)
    return bytes(of: UInt64(segment.line) << 32 | UInt64(segment.column)) + [UInt8(flags)]
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
