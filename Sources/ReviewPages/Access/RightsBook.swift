// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import JobQueue
import ReviewContract
import ReviewServer

/// Tells what a visitor may do with the pages of a repository. The forge's answers, to requests with the daemon's own
/// credential, are valid for a minute.
///
/// It is only used for repositories with jobs in the queue, so that no visitor makes the daemon ask for others.
struct RightsBook: Sendable {
  enum Answer: Hashable, Sendable {
    /// - isPublic: whether everyone may read.
    case granted(canWrite: Bool, isPublic: Bool)
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
  /// The requests to a forge in a minute, so that most of those that it permits are left to the reviews: GitHub permits
  /// 5,000 an hour, and does not count those whose answer is unchanged.
  private static let requestsPerMinute = 60

  private let clients: any RepositoryClients
  private let isServed: @Sendable (RepositoryReference) -> Bool
  private let access: @Sendable () -> PageAccess
  private let uptime: @Sendable () -> Duration
  private let permissions: ExpiringCache<AccountKey, Permission>
  private let visibilities: ExpiringCache<RepositoryReference, RepositoryVisibility>
  /// When repositories were last known to be public.
  private let lastPublic = Locked<[RepositoryReference: Duration]>([:])
  /// Until when forges count as unavailable.
  private let outages = Locked<[String: Duration]>([:])
  private let rates = Locked<[String: RateLimit]>([:])

  /// - Parameter isServed: whether the configuration has the repository.
  init(
    clients: any RepositoryClients, isServed: @escaping @Sendable (RepositoryReference) -> Bool,
    access: @escaping @Sendable () -> PageAccess, uptime: @escaping @Sendable () -> Duration
  ) {
    self.clients = clients
    self.isServed = isServed
    self.access = access
    self.uptime = uptime
    permissions = ExpiringCache(lifetime: Self.lifetime, uptime: uptime)
    visibilities = ExpiringCache(lifetime: Self.lifetime, uptime: uptime)
  }

  /// Whether a forge did not answer within the last minute.
  var hasOutage: Bool { outages.withLock { $0.values.contains { $0 > uptime() } } }

  /// - Parameter needsWrite: whether it matters if the visitor may write.
  func answer(
    for visitor: Visitor, about repository: RepositoryReference, needsWrite: Bool = true
  ) async -> Answer {
    let login = visitor.accounts[repository.forge]
    let isOpen = access() == .everyone
    // No request for a visitor without any right.
    guard login != nil || isOpen, isServed(repository) else { return .hidden }
    // Whether the answer is not known, and whether only because of too many requests.
    var (isUnknown, isBusy) = (false, false)
    var isPublic = false
    if isOpen {
      do {
        isPublic = try await visibility(of: repository) == .everyone
      } catch {
        isUnknown = !isRefusal(error)
        isBusy = error is TooManyRequests
      }
      if isPublic, login == nil || !needsWrite { return .granted(canWrite: false, isPublic: true) }
    }
    if let login {
      do {
        let permission = try await permission(of: login, for: repository)
        if permission >= .read || isPublic { return .granted(canWrite: permission >= .write, isPublic: isPublic) }
      } catch {
        if isPublic { return .granted(canWrite: false, isPublic: true) }
        isUnknown = isUnknown || !isRefusal(error)
        isBusy = error is TooManyRequests
      }
    }
    guard isUnknown else { return .hidden }
    guard !isBusy else { return .unknown(forge: repository.forge) }
    outages.withLock { $0[repository.forge] = uptime() + Self.lifetime }
    return .unknown(forge: repository.forge)
  }

  private func permission(of login: String, for repository: RepositoryReference) async throws -> Permission {
    try await permissions.value(for: AccountKey(repository: repository, login: login)) {
      try await ask(repository) { try await $0.permission(of: login) }
    }
  }

  private func visibility(of repository: RepositoryReference) async throws -> RepositoryVisibility {
    do {
      return try await visibilities.value(for: repository) {
        let asked = uptime()
        let visibility = try await ask(repository) { try await $0.visibility() }
        lastPublic.withLock { $0[repository] = visibility == .everyone ? asked : nil }
        return visibility
      }
    } catch {
      guard isOutage(error) else {
        lastPublic.withLock { $0[repository] = nil }
        throw error
      }
      guard let time = lastPublic.withLock({ $0[repository] }), uptime() - time < Self.grace else { throw error }
      return .everyone
    }
  }

  private func ask<Value: Sendable>(
    _ repository: RepositoryReference, _ body: @escaping @Sendable (any RepositoryClient) async throws -> Value
  ) async throws -> Value {
    guard let client = try clients.client(for: repository) else {
      throw ForgeError(.notFound, "\(repository) is not served")
    }
    let rate = rates.withLock { rates in
      let rate = rates[repository.forge] ?? RateLimit(perMinute: Self.requestsPerMinute, uptime: uptime)
      rates[repository.forge] = rate
      return rate
    }
    guard rate.take() else { throw TooManyRequests() }
    return try await within(Self.patience) { try await body(client) }
  }

  /// Whether the forge answered that the account or the repository does not exist for the daemon.
  private func isRefusal(_ error: any Error) -> Bool { (error as? ForgeError)?.code == .notFound }

  /// Whether the forge said nothing, also not that the daemon may no longer ask.
  private func isOutage(_ error: any Error) -> Bool {
    if error is PatienceExceeded || error is TooManyRequests { return true }
    guard let error = error as? ForgeError else { return false }
    switch error.code {
    case .unreachable, .unavailable, .unreadable: return true
    default: return false
    }
  }
}

/// Too many rights were read in a minute.
private struct TooManyRequests: Error {}

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
