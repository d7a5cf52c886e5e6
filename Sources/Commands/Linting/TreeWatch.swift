// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import SystemPackage

/// Waits until files have changed and no longer change, because an editor or a checkout writes several files.
struct TreeWatch<Snapshot: Equatable & Sendable>: Sendable {
  /// Returns when the next snapshot is due.
  let wait: @Sendable () async throws -> Void
  /// Returns the state of the files, which is compared.
  let snapshot: @Sendable () throws -> Snapshot

  /// - Throws: an error of reading.
  func current() throws -> Snapshot { try snapshot() }

  /// Returns a snapshot that differs from an earlier one, once two in a row are equal.
  ///
  /// - Throws: an error of waiting or reading, such as `CancellationError`.
  func change(since old: Snapshot) async throws -> Snapshot {
    var last = old
    while true {
      try await wait()
      let now = try snapshot()
      if now == last, now != old { return now }
      last = now
    }
  }
}

/// The sizes and times of the files in a working tree that can affect the findings.
struct TreeSnapshot: Equatable, Sendable {
  private static let maximumEntries = 200_000
  private static let maximumDepth = 64

  private let files: [String: FileStatus]

  /// Hidden folders, such as `.git` and `.build`, folders more than 64 levels deep and entries over the limit of
  /// 200,000 are omitted.
  init(of root: FilePath) {
    let tree = ContainedDirectory(root)
    var files: [String: FileStatus] = [:]
    var folders = [("", 0)]
    var count = 0
    while let (folder, depth) = folders.popLast(), count < Self.maximumEntries {
      // A folder that vanished in the meantime has no files.
      for entry in (try? tree.entries(of: folder)) ?? [] {
        count += 1
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        switch entry.status.kind {
        case .directory where !entry.name.hasPrefix(".") && depth < Self.maximumDepth: folders.append((path, depth + 1))
        case .file where Self.matters(entry.name): files[path] = entry.status
        default: continue
        }
      }
    }
    self.files = files
  }

  private static func matters(_ name: String) -> Bool {
    [".swift", ".yml", ".yaml", ".json"].contains { name.hasSuffix($0) } || !name.hasPrefix(".")
  }
}
