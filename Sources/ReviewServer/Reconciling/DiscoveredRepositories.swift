// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
package import Forges
package import JobQueue

/// The repositories of a forge that its patterns match.
package struct DiscoveredRepositories: Hashable, Sendable {
  /// The repositories that are reconciled.
  package private(set) var found: Set<RepositoryReference> = []
  /// Those among them that the account of the credential may not write to, according to the list.
  package private(set) var readOnly: Set<RepositoryReference> = []
  /// Why repositories may be missing, for the operator.
  package private(set) var notes: [String] = []
  /// The repositories that exist and can be reviewed: also forks that are not included, which their webhooks announce.
  private var existing: Set<RepositoryReference> = []
  /// The owners with a complete list.
  private var owners: [RepositoryOwner] = []
  /// Whether an owner could not be listed.
  package private(set) var isPartial = false
  /// Whether the lists are complete for all owners, as an app's are.
  private var coversAll = false
  /// The name of the forge.
  private let forge: String

  init(of forge: DaemonForge) {
    self.forge = forge.name
  }

  /// Whether a repository is certain to be gone: it is not in the complete list of its owner.
  package func lacks(_ repository: RepositoryReference) -> Bool {
    guard repository.forge == forge, !existing.contains(repository) else { return false }
    return coversAll || owners.contains { $0.owns(repository.name) }
  }

  /// Adds the list of an owner, or with `nil` that of all owners.
  mutating func add(_ list: RepositoryList, of owner: RepositoryOwner?, on forge: DaemonForge) {
    let discovery = forge.discovery
    for repository in list.repositories.sorted(by: { $0.name < $1.name }) where forge.serves(repository.name) {
      guard discovery.archived || !repository.isArchived else { continue }
      let reference = RepositoryReference(forge: forge.name, name: repository.name)
      existing.insert(reference)
      guard discovery.forks || !repository.isFork, !found.contains(reference) else { continue }
      guard found.count < discovery.limit else {
        let note =
          "more than \(discovery.limit) repositories of \(forge.name) match its patterns; the others are found after their first "
          + "webhook; increase discovery.limit, or write narrower patterns"
        if !notes.contains(note) { notes.append(note) }
        continue
      }
      found.insert(reference)
      if repository.mayWrite == false { readOnly.insert(reference) }
    }
    guard list.isComplete else {
      notes.append(
        "the list of the repositories of \(owner?.name ?? "the app") is empty or incomplete; check the access of the credential"
      )
      return
    }
    if let owner { owners.append(owner) } else { coversAll = true }
  }

  /// Keeps what an earlier list has of an owner that cannot be listed now.
  mutating func keep(_ last: DiscoveredRepositories?, of owner: RepositoryOwner, because error: any Error) {
    func isKept(_ repository: RepositoryReference) -> Bool { owner.owns(repository.name) }
    found.formUnion(last?.found.filter(isKept) ?? [])
    readOnly.formUnion(last?.readOnly.filter(isKept) ?? [])
    existing.formUnion(last?.existing.filter(isKept) ?? [])
    isPartial = true
    notes.append("\(error); its last list stays in effect")
  }

  mutating func note(_ note: String) { notes.append(note) }
}

/// Lists the repositories of a forge's owners.
package protocol ForgeRepositories: Sendable {
  func repositories(of owner: RepositoryOwner, on forge: DaemonForge) async throws -> RepositoryList

  /// - Returns: the repositories of an app's installations; `nil` for another credential.
  func appRepositories(on forge: DaemonForge) async throws -> RepositoryList?
}

extension ForgeRepositories {
  /// Lists the repositories that the patterns of a forge match; `nil` without patterns.
  ///
  /// - Parameter last: the last list, which replaces that of an owner that cannot be listed.
  /// - Throws: an error if no owner can be listed.
  package func discover(
    _ forge: DaemonForge, last: DiscoveredRepositories? = nil
  ) async throws -> DiscoveredRepositories? {
    guard forge.hasPatterns else { return nil }
    var discovered = DiscoveredRepositories(of: forge)
    if let list = try await appRepositories(on: forge) {
      discovered.add(list, of: nil, on: forge)
      return discovered
    }
    var failures: [any Error] = []
    let lists = await forge.owners.concurrentResults(atMost: Reconciler.concurrency) { owner in
      try await repositories(of: owner, on: forge)
    }
    for (owner, list) in zip(forge.owners, lists) {
      do {
        discovered.add(try list.get(), of: owner, on: forge)
      } catch {
        failures.append(error)
        discovered.keep(last, of: owner, because: error)
      }
    }
    if let failure = failures.first, failures.count == forge.owners.count { throw failure }
    for pattern in forge.withoutOwner {
      discovered.note(
        "cannot list the repositories that match \(pattern): it names no owner; they are found after their first webhook; "
          + "name the owner, or use a GitHub App")
    }
    return discovered
  }
}
