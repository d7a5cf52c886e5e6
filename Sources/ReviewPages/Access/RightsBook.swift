// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import JobQueue
import ReviewContract
import ReviewServer

/// Tells what a visitor may do with the pages of a repository. The forge's answers, to requests with the daemon's own
/// credential, are valid for a minute.
struct RightsBook: Sendable {
  enum Answer: Hashable, Sendable {
    case granted(canWrite: Bool)
    /// The visitor has no right, or the repository is not served: which of them is not told.
    case hidden
    /// The forge with this name does not answer.
    case unknown(forge: String)
  }

  private struct AccountKey: Hashable {
    let repository: RepositoryReference
    let login: String
  }

  private static let lifetime = Duration.seconds(60)
  /// How long a repository counts as public while its forge does not answer.
  private static let grace = Duration.seconds(3_600)
  /// The maximum wait for the forge.
  private static let patience = Duration.seconds(10)

  private let clients: any RepositoryClients
  private let access: @Sendable () -> PageAccess
  private let uptime: @Sendable () -> Duration
  private let permissions: ExpiringCache<AccountKey, Permission>
  private let visibilities: ExpiringCache<RepositoryReference, RepositoryVisibility>
  /// When repositories were last known to be public.
  private let lastPublic = Locked<[RepositoryReference: Duration]>([:])
  /// Until when forges count as unavailable.
  private let outages = Locked<[String: Duration]>([:])

  init(
    clients: any RepositoryClients, access: @escaping @Sendable () -> PageAccess,
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.clients = clients
    self.access = access
    self.uptime = uptime
    permissions = ExpiringCache(lifetime: Self.lifetime, uptime: uptime)
    visibilities = ExpiringCache(lifetime: Self.lifetime, uptime: uptime)
  }

  func answer(for visitor: Visitor, about repository: RepositoryReference) async -> Answer {
    let login = visitor.accounts[repository.forge]
    // No request for a visitor without any right.
    guard login != nil || access() == .everyone, clients.forges.contains(repository.forge) else { return .hidden }
    let client: (any RepositoryClient)?
    do {
      client = try clients.client(for: repository)
    } catch {
      return .unknown(forge: repository.forge)
    }
    guard let client else {
      // The answer for a repository that is not served does not differ while the forge does not answer.
      let isDown = outages.withLock { $0[repository.forge].map { $0 > uptime() } ?? false }
      return isDown ? .unknown(forge: repository.forge) : .hidden
    }
    var isUnknown = false
    if let login {
      do {
        let permission = try await permissions.value(for: AccountKey(repository: repository, login: login)) {
          try await within(Self.patience) { try await client.permission(of: login) }
        }
        if permission >= .read { return .granted(canWrite: permission >= .write) }
      } catch {
        isUnknown = !isRefusal(error)
      }
    }
    if access() == .everyone {
      do {
        if try await visibility(of: repository, client) == .everyone { return .granted(canWrite: false) }
      } catch {
        isUnknown = isUnknown || !isRefusal(error)
      }
    }
    guard isUnknown else { return .hidden }
    outages.withLock { $0[repository.forge] = uptime() + Self.lifetime }
    return .unknown(forge: repository.forge)
  }

  private func visibility(
    of repository: RepositoryReference, _ client: any RepositoryClient
  ) async throws -> RepositoryVisibility {
    do {
      let visibility = try await visibilities.value(for: repository) {
        try await within(Self.patience) { try await client.visibility() }
      }
      lastPublic.withLock { $0[repository] = visibility == .everyone ? uptime() : nil }
      return visibility
    } catch {
      if !isRefusal(error), let time = lastPublic.withLock({ $0[repository] }), uptime() - time < Self.grace {
        return .everyone
      }
      throw error
    }
  }

  /// Whether the forge answered that the account or the repository does not exist for the daemon.
  private func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? ForgeError else { return false }
    return error.code == .notFound
  }
}

/// The forge took too long to answer.
struct PatienceExceeded: Error {}

/// Runs an operation for at most a time.
func within<Value: Sendable>(
  _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw PatienceExceeded()
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw PatienceExceeded() }
    return value
  }
}
