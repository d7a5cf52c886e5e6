// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import KeyedStore
import Rules
import SystemPackage

/// Keeps the findings of earlier runs in a folder that only the user can write.
struct StoredFindings: FindingStorage {
  private let files: KeyedStore<NamedKey, [UInt8]>

  init(_ folder: FilePath) {
    files = KeyedStore(folder, StoreFormat("lint", version: FindingCache.version))
  }

  func contents(of name: String) -> [UInt8]? { files.value(for: NamedKey(group: nil, name: name)) }

  func keep(_ contents: [UInt8], as name: String) {
    // What cannot be written costs only time.
    try? files.set(contents, for: NamedKey(group: nil, name: name))
  }
}
