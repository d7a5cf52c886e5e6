// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import Foundation
package import SystemPackage

/// The cache directory of line classifications: one file for each, named by a digest of its inputs.
///
/// A process that can write to it can forge coverage, so code under review must not have access.
package struct ClassificationDirectory: Sendable {
  /// The maximum size of an entry that is read. The entry of a source file of 2 MiB of which every other token ran is
  /// smaller.
  package static let maximumEntry = 16 << 20
  package static let suffix = ".json"

  package let path: FilePath
  /// The limit for all entries together; the least recently used are evicted first.
  package var maximumBytes: Int

  package init(_ path: FilePath, maximumBytes: Int = 256 << 20) {
    self.path = path
    self.maximumBytes = maximumBytes
  }

  /// Moves the valid entries of another process to this directory. Existing entries are not replaced.
  package func takeOver(from leftovers: FilePath) {
    let source = ContainedDirectory(leftovers)
    let kept = ContainedDirectory(making: path)
    for entry in (try? source.entries()) ?? [] where Self.isName(entry.name) {
      guard kept.status(of: entry.name) == nil,
        let bytes = try? source.bytes(at: entry.name, limit: Self.maximumEntry),
        let stored = try? JSONDecoder().decode(StoredClassification.self, from: Data(bytes)),
        let data = try? JSONEncoder().encode(stored)
      else { continue }
      try? kept.write(data, to: entry.name, permissions: 0o644)
    }
    prune()
  }

  /// Evicts entries over the limit, and removes temporary files of interrupted writes after an hour.
  package func prune(now: Date = Date()) {
    let kept = ContainedDirectory(path)
    // Errors are ignored: the next call tries again.
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

  private static func isName(_ file: String) -> Bool {
    file.hasSuffix(suffix) && Fingerprint.isName(file.dropLast(suffix.count))
  }
}

/// The stored form of a classification. It is validated when it is read, because another process may have written it.
package struct StoredClassification: Codable {
  package struct Marked: Codable {
    package let reason: String?
    package let lines: LineSet

    package init(reason: String?, lines: LineSet) {
      self.reason = reason
      self.lines = lines
    }
  }

  package var isGenerated = false
  package var usesMacros = false
  package var covered = LineSet()
  package var partial = LineSet()
  package var missed = LineSet()
  package var unreachable = LineSet()
  package var marked: [Marked] = []
  /// Lines with code for which the coverage has no counts.
  package var noCounts = LineSet()
  /// Lines with code that the compiler does not count.
  package var notCounted = LineSet()
  /// Pairs of the first column and the one after the last, by line.
  package var uncovered: [Int: [Int]] = [:]

  package init() {}
}
