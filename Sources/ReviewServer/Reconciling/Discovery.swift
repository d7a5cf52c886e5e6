// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging

/// The repositories that the patterns of the forges match, as they were listed last.
final class Discovery: Sendable {
  private struct State {
    var lists: [String: DiscoveredRepositories] = [:]
    /// The forges whose last list failed.
    var failed: Set<String> = []
    var isListed = false
  }

  private let clients: any RepositoryClients
  private let metrics: DaemonMetrics
  private let log: Logger
  private let state = Locked(State())

  init(clients: any RepositoryClients, metrics: DaemonMetrics, log: Logger) {
    self.clients = clients
    self.metrics = metrics
    self.log = log
  }

  /// The repositories of all forges.
  var found: Set<RepositoryReference> {
    state.withLock { $0.lists.values.reduce(into: []) { $0.formUnion($1.found) } }
  }

  /// Whether a repository is certain to be gone.
  func lacks(_ repository: RepositoryReference) -> Bool {
    state.withLock { $0.lists[repository.forge]?.lacks(repository) ?? false }
  }

  /// Lists the repositories of each forge again. A forge that cannot be listed keeps its last list.
  ///
  /// - Parameter onlyMissing: whether only forges without a list, or whose last list failed, are listed.
  /// - Returns: whether a list has changed.
  @discardableResult
  func list(onlyMissing: Bool = false) async -> Bool {
    let forges = Set(clients.forges)
    let before = state.withLock { state in
      for name in state.lists.keys where !forges.contains(name) { state.lists[name] = nil }
      return state
    }
    let due = clients.forges.filter {
      !onlyMissing || before.failed.contains($0) || before.lists[$0] == nil || !before.isListed
    }
    _ = await due.concurrentMap(atMost: Reconciler.concurrency) { [self] in await list($0, before.lists[$0]) }
    if Task.isCancelled { return false }
    return state.withLock { state in
      state.isListed = true
      return state.lists != before.lists
    }
  }

  private func list(_ forge: String, _ last: DiscoveredRepositories?) async {
    do {
      let list = try await clients.discover(forge, last: last)
      // What could not be listed was cancelled.
      if Task.isCancelled { return }
      state.withLock { state in
        state.lists[forge] = list
        if list?.isPartial == true { state.failed.insert(forge) } else { state.failed.remove(forge) }
      }
      guard let list else { return }
      metrics.note(discovered: list.found.count, of: forge)
      for note in list.notes where last?.notes.contains(note) != true {
        log.warning("\(note)", metadata: ["forge": "\(forge)"])
      }
      let known = last?.found ?? []
      log.info(
        "repositories listed",
        metadata: [
          "forge": "\(forge)", "repositories": .stringConvertible(list.found.count),
          "new": .stringConvertible(list.found.subtracting(known).count),
          "gone": .stringConvertible(known.subtracting(list.found).count),
        ])
    } catch  where !Task.isCancelled {
      state.withLock { _ = $0.failed.insert(forge) }
      log.warning(
        "failed to list the repositories of a forge; the last list stays in effect",
        metadata: ["forge": "\(forge)", "error": "\(error)"])
    } catch {
      log.debug("cancelled the list of the repositories of a forge", metadata: ["forge": "\(forge)"])
    }
  }
}
