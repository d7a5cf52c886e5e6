// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import ReviewContract
import SwiftSource

/// Names what a classification depends on: the text, where what ran, and the rules. How often something ran does not matter.
struct ClassificationKey: Hashable, Sendable {
  /// Changes whenever the same text and counts come to something else.
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
