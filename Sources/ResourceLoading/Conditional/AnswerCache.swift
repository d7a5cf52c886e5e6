// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation
import SystemPackage

/// A folder of stored answers that does not grow over a limit; what was not used for longest goes first.
///
/// Several processes may share the folder: entries come and go by renaming, and a damaged one counts as none. That
/// something cannot be stored is no error; it is then asked for anew.
actor AnswerCache {
  private let folder: FilePath
  private let maximumBytes: Int
  private let seal: SymmetricKey
  // Reading and writing files blocks, and must not hold a thread of the shared pool.
  private let executor = BlockingExecutor(label: "reviewbot.answer-cache")
  /// An estimate that other processes may have outdated; `nil` before the folder was looked through.
  private var totalBytes: Int?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter identity: who asks; what others stored counts as damaged.
  init(folder: FilePath, maximumBytes: Int, identity: String) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    seal = SymmetricKey(data: Data(identity.utf8))
  }

  /// The answer that is stored under the key.
  func answer(for key: String) -> StoredAnswer? {
    let path = path(of: key)
    guard let data = try? path.contents(), let answer = StoredAnswer(data, key: key, seal: seal) else { return nil }
    // Marks it as used; when that fails, it merely goes earlier.
    utimes(path.string, nil)
    return answer
  }

  /// Stores the answer in place of the one before.
  func store(_ answer: StoredAnswer, for key: String) {
    guard let data = try? answer.data(key: key, seal: seal), data.count <= maximumBytes / 4 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Answers may hold what only the one who asked may see.
      let file = try PartialFile(for: path(of: key), permissions: [.ownerReadWrite])
      try file.write(data)
      try file.commit()
    } catch {
      return
    }
    let total = (totalBytes ?? 0) + data.count
    if totalBytes == nil || total > maximumBytes { totalBytes = prune() } else { totalBytes = total }
  }

  private func path(of key: String) -> FilePath { folder.appending(key) }

  /// Deletes the oldest until three quarters of the limit are left; returns how many bytes that is.
  private func prune() -> Int {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder.string), includingPropertiesForKeys: Array(keys))) ?? []
    var entries = files.compactMap { url -> (url: URL, size: Int, date: Date)? in
      guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize,
        let date = values.contentModificationDate
      else { return nil }
      return (url, size, date)
    }
    entries.sort { $0.date < $1.date }
    var total = entries.reduce(0) { $0 + $1.size }
    let goal = total > maximumBytes ? maximumBytes / 4 * 3 : maximumBytes
    let hourAgo = Date(timeIntervalSinceNow: -3600)
    for entry in entries {
      let isLeftOver = entry.url.lastPathComponent.hasPrefix(PartialFile.prefix)
      guard isLeftOver ? entry.date < hourAgo : total > goal else { continue }
      // Another process may have been faster.
      try? FileManager.default.removeItem(at: entry.url)
      total -= entry.size
    }
    return total
  }
}
