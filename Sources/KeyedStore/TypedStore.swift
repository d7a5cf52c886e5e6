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

  /// Returns the names of a group's values, without reading them.
  func names(in group: String) async throws -> [String]

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
  /// The names of the entries to share; `nil` for all.
  private let names: Set<String>?
  /// The entries of the other machines; `nil` if they are not known.
  private var known: [String: [UInt8]]?
  /// The entries of this machine before the task.
  private var before: [String: [UInt8]] = [:]

  /// - Parameter names: of the entries to share; `nil` for all.
  package init(
    _ local: KeyedStore<Key, Value>, _ shared: any TypedStore<Key, Value>, group: String, names: Set<String>? = nil
  ) {
    self.local = local
    self.shared = shared
    self.group = group
    self.names = names
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
    for (name, value) in local.values(in: group) where names?.contains(name) ?? true {
      let isMissing = known.map { $0[name] == nil } ?? false
      guard let key = Key(group: group, name: name), try isMissing || before[name] != value.stored() else { continue }
      try await shared.set(value, for: key)
    }
  }
}

/// Exchanges entries that do not change with a shared store: the last ones of a group, in the order of their names.
package struct RecordExchange<Key: StoreKey, Value: StoredValue>: Sendable {
  private let local: KeyedStore<Key, Value>
  private let shared: any TypedStore<Key, Value>
  private let group: String
  private let count: Int
  /// The names of the other machines' entries; `nil` if they are not known.
  private var known: Set<String>?
  /// The number of the other machines' entries that could not be read.
  package private(set) var unreadable = 0

  /// - Parameter count: the maximum number of entries to exchange.
  package init(
    _ local: KeyedStore<Key, Value>, _ shared: any TypedStore<Key, Value>, group: String, count: Int
  ) {
    self.local = local
    self.shared = shared
    self.group = group
    self.count = count
  }

  /// Fetches the entries that this machine lacks.
  package mutating func fetch() async throws {
    let names = try await shared.names(in: group)
    known = Set(names)
    let own = Set(local.keys(of: group).map(\.name))
    for name in names.sorted(by: >).prefix(count) where !own.contains(name) {
      guard let key = Key(group: group, name: name) else { continue }
      if let value = try await shared.value(for: key) {
        try local.set(value, for: key)
      } else {
        unreadable += 1
      }
    }
  }

  /// Shares the entries that the others lack.
  package func share() async throws {
    guard let known else { return }
    for key in local.keys(of: group).suffix(count) where !known.contains(key.name) {
      guard let value = local.value(for: key) else { continue }
      try await shared.set(value, for: key)
    }
  }
}

extension KeyedStore {
  fileprivate func stored(in group: String) -> [String: [UInt8]] {
    values(in: group).compactMapValues { try? $0.stored() }
  }
}
