// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Keeps what files came to, so that an unchanged file of which the same ran is not parsed again.
///
/// Whoever can write into the folder can say what was covered: it must be out of reach of code under review.
struct ClassificationCache: Sendable {
  let folder: FilePath
  /// Where new entries go, for who may write to the folder to take them over; `nil` when that is this process.
  var left: FilePath?
  /// Of all entries together; the least recently used go first.
  var maximumBytes = 256 << 20

  /// An entry over this size is not read. A file of 2 MiB in which every other token ran comes to less.
  private static let maximumEntry = 16 << 20

  /// `nil` when nothing is kept, or what is kept is damaged.
  func outcome(_ key: ClassificationKey, lines: Int) -> ClassifiedFile? {
    let name = fileName(key)
    for kept in [left, folder].compactMap({ $0.map { ContainedDirectory($0) } }) {
      guard let bytes = try? kept.bytes(at: name, limit: Self.maximumEntry),
        let stored = try? JSONDecoder().decode(StoredClassification.self, from: Data(bytes))
      else { continue }
      // Used just now. Without this the entry only goes earlier.
      try? kept.setModified(nil, of: name)
      return stored.file(lines: lines)
    }
    return nil
  }

  /// Takes over what another process has left: entries alone, and none in the place of one that is there.
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
