// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import KeyedStore

/// Values that daemons on several machines share beside the queue, by keys. A value without a group is in the group
/// `all`.
package struct SharedStore<Key: StoreKey, Value: StoredValue>: TypedStore {
  private let values: any SharedValues
  private let kind: SharedValueKey.Kind
  private let entry: StoredEntry
  private let lifetime: Duration
  private let unreadable = Locked(0)

  /// - Parameters:
  ///   - version: of the values. Those of other versions are not read.
  ///   - lifetime: how long a value is kept.
  package init(
    _ values: any SharedValues, _ kind: SharedValueKey.Kind, version: Int, lifetime: Duration, seal: String? = nil
  ) {
    self.values = values
    self.kind = kind
    self.lifetime = lifetime
    entry = StoredEntry(StoreFormat(kind.rawValue, version: version), seal: seal)
  }

  /// The number of values that could not be read since the store was opened, without those of other versions.
  package var unreadableEntries: Int { unreadable.withLock { $0 } }

  package func value(for key: Key) async throws -> Value? {
    guard let stored = try? sharedKey(key) else { return nil }
    return try await values.value(for: stored).flatMap { value($0, stored) }
  }

  package func names(in group: String) async throws -> [String] {
    group.isStoreName ? try await values.names(of: kind, group) : []
  }

  package func values(in group: String) async throws -> [String: Value] {
    guard group.isStoreName else { return [:] }
    var found: [String: Value] = [:]
    for (name, bytes) in try await values.values(of: kind, group) {
      guard let key = Key(group: group, name: name), let stored = try? sharedKey(key) else { continue }
      found[name] = value(bytes, stored)
    }
    return found
  }

  package func set(_ value: Value, for key: Key) async throws {
    let stored = try sharedKey(key)
    try await values.set(
      entry.bytes(of: try value.stored(), path: "\(stored.subject)/\(stored.name)"), for: stored, lifetime: lifetime)
  }

  package func remove(_ key: Key) async throws {
    try await values.set([], for: try sharedKey(key), lifetime: .zero)
  }

  private func sharedKey(_ key: Key) throws(StoreFailure) -> SharedValueKey {
    try key.check()
    return SharedValueKey(kind, key.group ?? "all", name: key.name)
  }

  private func value(_ bytes: [UInt8], _ key: SharedValueKey) -> Value? {
    do {
      let stored = try entry.value(in: bytes, path: "\(key.subject)/\(key.name)")
      guard let value = Value(stored: stored) else { throw StoredEntry.Failure.damaged }
      return value
    } catch StoredEntry.Failure.damaged {
      unreadable.withLock { $0 += 1 }
      return nil
    } catch {
      return nil
    }
  }
}
