// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Values that are loaded once in a while, and never twice at the same time.
actor ExpiringCache<Key: Hashable & Sendable, Value: Sendable> {
  private struct Entry {
    let result: Result<Value, any Error>
    let loadedAt: Duration
  }

  /// The maximum number of values.
  private let limit: Int
  private let lifetime: Duration
  /// How long an error is remembered, so that a forge which does not answer is not asked by every request.
  private let failureLifetime: Duration
  private let uptime: @Sendable () -> Duration
  private var entries: [Key: Entry] = [:]
  private var loading: [Key: Task<Value, any Error>] = [:]

  init(
    lifetime: Duration, failureLifetime: Duration = .seconds(5), limit: Int = 10_000,
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.limit = limit
    self.lifetime = lifetime
    self.failureLifetime = failureLifetime
    self.uptime = uptime
  }

  func value(for key: Key, load: @escaping @Sendable () async throws -> Value) async throws -> Value {
    if let entry = entries[key], uptime() - entry.loadedAt < lifetime(of: entry) { return try entry.result.get() }
    if let running = loading[key] { return try await running.value }
    // Unstructured: other requests wait for it, too.
    let task = Task { try await load() }
    let began = uptime()
    loading[key] = task
    let result = await task.result
    // Otherwise the value was removed while it was loaded.
    if loading[key] == task {
      loading[key] = nil
      if entries.count >= limit { removeExpired() }
      entries[key] = Entry(result: result, loadedAt: began)
    }
    return try result.get()
  }

  /// Has the value loaded again, because it has changed.
  func remove(_ key: Key) {
    entries[key] = nil
    loading[key] = nil
  }

  private func lifetime(of entry: Entry) -> Duration {
    if case .success = entry.result { lifetime } else { min(lifetime, failureLifetime) }
  }

  /// Removes all entries if none has expired.
  private func removeExpired() {
    let now = uptime()
    let left = entries.filter { now - $0.value.loadedAt < lifetime(of: $0.value) }
    entries = left.count < limit ? left : [:]
  }
}
