// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Foundation
package import SystemPackage

/// Values in files of a folder, by keys: a cache, or what a program remembers.
///
/// Several processes can use the folder: an entry is replaced as a whole by renaming, and what another process removes
/// is missing. An entry that cannot be read is missing too, and counted. If the bounds are exceeded, the least recently
/// used entries are removed.
///
/// A process that can write to the folder can write values, unless the store has a seal.
package struct KeyedStore<Key: StoreKey, Value: StoredValue>: TypedStore {
  package let folder: FilePath
  private let entry: StoredEntry
  private let bounds: StoreBounds
  /// Of new files, before the umask.
  private let permissions: UInt32
  private let now: @Sendable () -> Date
  private let state = Locked(State())

  private struct State {
    /// The size of all entries; an estimate, because other processes can use the folder. `nil` before the first sweep.
    var total: (bytes: Int, entries: Int)?
    var unreadable = 0
    var otherVersions = 0
  }

  /// - Parameters:
  ///   - folder: created with the first entry.
  ///   - seal: a secret. Entries that are written with another one are not read.
  ///   - isPrivate: whether only the user can read the entries.
  package init(
    _ folder: FilePath, _ format: StoreFormat, bounds: StoreBounds = StoreBounds(), seal: String? = nil,
    isPrivate: Bool = true, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.folder = folder
    entry = StoredEntry(format, seal: seal)
    self.bounds = bounds
    permissions = isPrivate ? 0o600 : 0o666
    self.now = now
  }

  /// The number of entries that could not be read since the store was opened, without those of other versions.
  package var unreadableEntries: Int { state.withLock { $0.unreadable } }

  /// The number of entries of other versions that were not read since the store was opened.
  package var otherVersionEntries: Int { state.withLock { $0.otherVersions } }

  // MARK: Reading

  package func value(for key: Key) -> Value? {
    // A key with an invalid name has no value.
    guard let path = try? key.path() else { return nil }
    return value(at: path, in: ContainedDirectory(folder))
  }

  package func values(in group: String) -> [String: Value] { values(in: group, limit: .max) }

  package func names(in group: String) -> [String] { keys(of: group).map(\.name) }

  /// Returns the values of a group by their names, without those that cannot be read.
  ///
  /// - Parameter limit: the maximum number of values.
  package func values(in group: String, limit: Int) -> [String: Value] {
    let contained = ContainedDirectory(folder)
    var values: [String: Value] = [:]
    for key in keys(of: group) where values.count < limit {
      guard let path = try? key.path(), let value = value(at: path, in: contained) else { continue }
      values[key.name] = value
    }
    return values
  }

  /// The keys of all entries, without those of a folder with more than 100,000.
  package var keys: [Key] {
    StoreFiles.all(in: ContainedDirectory(folder), limit: 100_000, now: now()).compactMap { file in
      let parts = file.path.split(separator: "/").map(String.init)
      guard parts.count <= 2, let name = parts.last, parts.allSatisfy(\.isStoreName) else { return nil }
      return Key(group: parts.count == 2 ? parts[0] : nil, name: name)
    }
  }

  /// The keys of a group, ordered by name.
  package func keys(of group: String) -> [Key] {
    guard group.isStoreName else { return [] }
    // A missing folder is a group without entries.
    let entries = (try? ContainedDirectory(folder).entries(of: group)) ?? []
    return entries.filter { $0.name.isStoreName }.compactMap { Key(group: group, name: $0.name) }
  }

  private func value(at path: String, in contained: ContainedDirectory) -> Value? {
    do {
      let bytes = try entry.value(
        in: try contained.bytes(at: path, limit: bounds.largestEntry), path: path, now: now())
      guard let value = Value(stored: bytes) else {
        throw StoredEntry.Failure.damaged
      }
      // The time of the last use. If it cannot be set, the entry is only removed earlier.
      if bounds.countsReading { try? contained.setModified(nil, of: path) }
      return value
    } catch ContainedDirectory.Failure.missing, StoredEntry.Failure.expired {
      return nil
    } catch StoredEntry.Failure.otherVersion {
      state.withLock { $0.otherVersions += 1 }
      return nil
    } catch {
      state.withLock { $0.unreadable += 1 }
      return nil
    }
  }

  // MARK: Writing

  package func set(_ value: Value, for key: Key) throws(StoreFailure) {
    try set(value, for: key, lifetime: bounds.lifetime)
  }

  /// Writes a value, in place of an earlier one.
  ///
  /// - Parameter lifetime: the time after which the value is missing; `nil` for no limit.
  package func set(_ value: Value, for key: Key, lifetime: Duration?) throws(StoreFailure) {
    let path = try key.path()
    let expiry = lifetime.map { now().addingTimeInterval($0 / .seconds(1)) }
    let bytes = entry.bytes(of: try StoreFailure.converting { try value.stored() }, path: path, expiry: expiry)
    guard bytes.count <= bounds.largestEntry else { throw .tooLarge(bytes: bytes.count, limit: bounds.largestEntry) }
    try StoreFailure.converting { try write(bytes, to: path, group: key.group) }
    let isExceeded = state.withLock { state in
      state.total = state.total.map { ($0.bytes + bytes.count, $0.entries + 1) }
      return state.total.map { $0.bytes > bounds.bytes || $0.entries > bounds.entries } ?? true
    }
    if isExceeded { sweep() }
  }

  private func write(_ bytes: [UInt8], to path: String, group: String?) throws(ContainedDirectory.Failure) {
    let contained = ContainedDirectory(making: folder, permissions: permissions == 0o600 ? 0o700 : nil)
    let isPrivate = permissions == 0o600
    for attempt in 1... {
      do {
        if let group { try contained.makeDirectory(group, permissions: isPrivate ? 0o700 : 0o777) }
        return try contained.write(bytes, to: path, permissions: permissions)
      } catch {
        // Another process has removed the folder of the group, which was empty: before it was opened, or after.
        guard attempt < 10, [.missing, .failed(errno: ENOENT)].contains(error) else { throw error }
      }
    }
  }

  /// Removes a value. A missing one is not an error.
  package func remove(_ key: Key) throws(StoreFailure) {
    let (path, contained) = (try key.path(), ContainedDirectory(folder))
    try StoreFailure.converting { try contained.remove(path) }
    if let group = key.group { contained.removeEmptyDirectory(group) }
  }

  /// Removes entries that have expired or were not used for the maximum time, the least recently used if a bound is
  /// exceeded, and the files of interrupted writes.
  package func sweep() {
    let (contained, now) = (ContainedDirectory(folder), now())
    let oldest = bounds.age.map { Int((now.timeIntervalSince1970 - $0 / .seconds(1)) * 1e9) }
    let files = StoreFiles.all(in: contained, now: now).filter { file in
      let isOld = oldest.map { file.status.modified < $0 } ?? false
      return !((isOld || hasExpired(file.path, in: contained, now)) && StoreFiles.remove(file.path, in: contained))
    }
    let candidates = files.map {
      Eviction.Candidate($0.path, bytes: $0.status.size, lastUse: $0.status.modified)
    }
    let bytes = candidates.reduce(0) { $0 + $1.bytes }
    let isExceeded = bytes > bounds.bytes || candidates.count > bounds.entries
    let goal = isExceeded ? bounds.goal : (bounds.bytes, bounds.entries)
    let total = Eviction.evict(candidates, bytes: goal.0, entries: goal.1) { StoreFiles.remove($0, in: contained) }
    state.withLock { $0.total = total }
  }

  private func hasExpired(_ path: String, in contained: ContainedDirectory, _ now: Date) -> Bool {
    guard bounds.hasLifetimes else { return false }
    do {
      _ = try entry.value(in: try contained.bytes(at: path, limit: bounds.largestEntry), path: path, now: now)
      return false
    } catch {
      return error as? StoredEntry.Failure == .expired
    }
  }

  /// Copies the valid entries of another store that are missing here. Its folder may be hostile.
  package func takeOver(from other: KeyedStore<Key, Value>) {
    let contained = ContainedDirectory(folder)
    for key in other.keys {
      guard let path = try? key.path(), contained.status(of: path) == nil, let value = other.value(for: key) else {
        continue
      }
      // What cannot be written costs only time.
      try? set(value, for: key)
    }
  }
}
