// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Keeps what files came to, so that an unchanged file of which the same ran is not parsed again.
///
/// Whoever can write into the folder can say what was covered: it must be out of reach of code under review.
struct ClassificationCache: Sendable {
  let folder: FilePath
  /// Of all entries together; the least recently used go first.
  var maximumBytes = 256 << 20

  /// An entry over this size is not read. A file of 2 MiB in which every other token ran comes to less.
  private static let maximumEntry = 16 << 20

  /// `nil` when nothing is kept, or what is kept is damaged.
  func outcome(_ key: ClassificationKey, lines: Int) -> ClassifiedFile? {
    let name = fileName(key)
    guard let bytes = try? ContainedFolder(folder).bytes(at: name, limit: Self.maximumEntry),
      let stored = try? JSONDecoder().decode(StoredClassification.self, from: Data(bytes))
    else { return nil }
    // Used just now. Without this the entry only goes earlier.
    utimes(folder.appending(name).string, nil)
    return stored.file(lines: lines)
  }

  /// What cannot be written is not kept: that costs only time.
  func keep(_ file: ClassifiedFile, _ key: ClassificationKey) {
    guard let stored = StoredClassification(file), let data = try? JSONEncoder().encode(stored) else { return }
    try? FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    let temporary = folder.appending("\(UUID().uuidString).tmp")
    // Whole or not at all: another process may read meanwhile.
    guard (try? data.write(to: URL(fileURLWithPath: temporary.string))) != nil else { return }
    if rename(temporary.string, folder.appending(fileName(key)).string) != 0 { unlink(temporary.string) }
  }

  /// Removes what is over the limit, and what an interrupted write left.
  func prune(now: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    var entries: [(path: String, used: Int, bytes: Int)] = []
    for name in names where name.hasSuffix(".json") || name.hasSuffix(".tmp") {
      let path = folder.appending(name).string
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      let used = Int(status.st_mtim.tv_sec)
      if name.hasSuffix(".tmp") {
        if used < Int(now.timeIntervalSince1970) - 3600 { unlink(path) }
      } else {
        entries.append((path, used, Int(status.st_size)))
      }
    }
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries.sorted(by: { $0.used < $1.used }) where total > maximumBytes {
      if unlink(entry.path) == 0 { total -= entry.bytes }
    }
  }

  private func fileName(_ key: ClassificationKey) -> String { "\(key.name).json" }
}
