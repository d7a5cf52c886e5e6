// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Values by keys, on this machine or shared by several.
package protocol TypedStore<Key, Value>: Sendable {
  associatedtype Key: StoreKey
  associatedtype Value: StoredValue

  /// - Returns: `nil` if there is none, or if it cannot be read.
  func value(for key: Key) async throws -> Value?

  /// Returns the values of a group by their names, without those that cannot be read.
  func values(in group: String) async throws -> [String: Value]

  /// Writes a value, in place of an earlier one.
  func set(_ value: Value, for key: Key) async throws

  /// Removes a value. A missing one is not an error.
  func remove(_ key: Key) async throws
}

/// Brings the entries of some groups from a shared store to this machine, and new ones to the others.
package struct StoreExchange<Key: StoreKey, Value: StoredValue>: Sendable {
  private let local: KeyedStore<Key, Value>
  private let shared: any TypedStore<Key, Value>
  private let group: String
  /// The entries of the other machines; `nil` if they are not known.
  private var known: [String: [UInt8]]?
  /// The entries of this machine before the task.
  private var before: [String: [UInt8]] = [:]

  package init(_ local: KeyedStore<Key, Value>, _ shared: any TypedStore<Key, Value>, group: String) {
    self.local = local
    self.shared = shared
    self.group = group
  }

  /// Fetches the entries of the other machines, which replace those of this one.
  package mutating func fetch() async throws {
    before = local.stored(in: group)
    let values = try await shared.values(in: group)
    var known: [String: [UInt8]] = [:]
    for (name, value) in values {
      guard let key = Key(group: group, name: name) else { continue }
      known[name] = try value.stored()
      if before[name] != known[name] { try local.set(value, for: key) }
    }
    self.known = known
    before = local.stored(in: group)
  }

  /// Shares entries that were added or changed since then, and those that could not be shared earlier.
  package func share() async throws {
    for (name, value) in local.values(in: group) {
      let isMissing = known.map { $0[name] == nil } ?? false
      guard let key = Key(group: group, name: name), try isMissing || before[name] != value.stored() else { continue }
      try await shared.set(value, for: key)
    }
  }
}

extension KeyedStore {
  fileprivate func stored(in group: String) -> [String: [UInt8]] {
    values(in: group).compactMapValues { try? $0.stored() }
  }
}
