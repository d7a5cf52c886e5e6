// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
import KeyedStore
package import ReviewContract
package import SystemPackage

/// Keeps values in files of this machine, for a queue that only this process uses: `KIND/SUBJECT/NAME`.
package struct FolderValues: SharedValues {
  private let stores: [SharedValueKey.Kind: KeyedStore<NamedKey, [UInt8]>]

  package init(folder: FilePath, now: @escaping @Sendable () -> Date = { Date() }) {
    var bounds = StoreBounds()
    bounds.hasLifetimes = true
    bounds.entryBytes = SharedValueKey.largestValue + 1024
    let kinds = SharedValueKey.Kind.allCases.map { kind in
      let format = StoreFormat(kind.rawValue, version: 1)
      return (kind, KeyedStore<NamedKey, [UInt8]>(folder.appending(kind.rawValue), format, bounds: bounds, now: now))
    }
    stores = Dictionary(uniqueKeysWithValues: kinds)
  }

  package func values(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String: [UInt8]] {
    // Expired values do not count, so that they displace no others.
    store(kind).values(in: subject, limit: kind.mostValues)
  }

  package func names(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String] {
    Array(store(kind).values(in: subject, limit: SharedValueKey.mostNames).keys)
  }

  package func value(for key: SharedValueKey) async throws(QueueError) -> [UInt8]? {
    store(key.kind).value(for: NamedKey(group: key.subject, name: key.name))
  }

  package func set(
    _ value: [UInt8], for key: SharedValueKey, lifetime: Duration
  ) async throws(QueueError) {
    try key.check(value)
    let stored = NamedKey(group: key.subject, name: key.name)
    do {
      if lifetime > .zero {
        try store(key.kind).set(value, for: stored, lifetime: lifetime)
      } else {
        try store(key.kind).remove(stored)
      }
    } catch .invalidName {
      throw QueueError(.invalid, "the key of a value has other characters than letters, digits, - and _")
    } catch {
      throw QueueError(.failed, "cannot write the \(key.kind.rawValue) of \(key.subject)", underlying: "\(error)")
    }
  }

  /// Deletes expired values.
  package func sweep() {
    for store in stores.values { store.sweep() }
  }

  private func store(_ kind: SharedValueKey.Kind) -> KeyedStore<NamedKey, [UInt8]> {
    guard let store = stores[kind] else { preconditionFailure("each kind has a store") }
    return store
  }
}
