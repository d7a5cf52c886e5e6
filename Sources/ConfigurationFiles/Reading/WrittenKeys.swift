// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where a mapping and its keys are written.
struct WrittenKeys: Sendable {
  /// Where the mapping begins.
  let mark: YAMLMark
  let entries: [YAMLNode.Entry]

  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// Where the key is; where the mapping begins, for one that was not written.
  func mark(of key: String) -> YAMLMark {
    entries.first { $0.key == key }?.mark ?? mark
  }

  /// The keys below a key.
  func keys(below key: String) -> WrittenKeys {
    guard let entry = entries.first(where: { $0.key == key }), case .mapping(let entries) = entry.value.content else {
      return WrittenKeys(mark: mark(of: key), entries: [])
    }
    return WrittenKeys(mark: entry.mark, entries: entries)
  }
}
