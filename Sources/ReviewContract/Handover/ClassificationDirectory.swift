// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import SystemPackage

/// The directory of the classifications that are kept, one file each, named by what it depends on.
///
/// Whoever can write into it can say what was covered: it must be out of reach of code under review.
package struct ClassificationDirectory: Sendable {
  /// An entry over this size is not read. A file of 2 MiB in which every other token ran comes to less.
  package static let maximumEntry = 16 << 20
  package static let suffix = ".json"

  package let path: FilePath
  /// Of all entries together; the least recently used go first.
  package var maximumBytes: Int

  package init(_ path: FilePath, maximumBytes: Int = 256 << 20) {
    self.path = path
    self.maximumBytes = maximumBytes
  }

  /// Takes over what another process has left: entries alone, and none in the place of one that is there.
  package func takeOver(from left: FilePath) {
    let source = ContainedDirectory(left)
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

  /// Removes what is over the limit, and what an interrupted write left.
  package func prune(now: Date = Date()) {
    let kept = ContainedDirectory(path)
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

  private static func isName(_ file: String) -> Bool {
    file.hasSuffix(suffix) && Fingerprint.isName(file.dropLast(suffix.count))
  }
}

/// A classification as it is kept. What is read back is checked: the folder may have been written by somebody else.
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
  /// By line, then pairs of first column and the one behind the last.
  package var idle: [Int: [Int]] = [:]

  package init() {}
}
