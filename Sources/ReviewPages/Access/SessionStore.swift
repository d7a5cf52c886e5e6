// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract

/// The sessions of signed-in visitors, which survive a restart of the daemon.
struct SessionStore: Sendable {
  /// An account can be renamed, and another one can take its name: a session ends before that matters.
  static let lifetime = Duration.seconds(12 * 3600)
  private static let formPurpose = "form"

  private struct Account: Codable {
    let login: String
    /// In milliseconds since 1970: a later sign-in with another forge does not renew it.
    let expiry: Int64
  }

  private struct Session: Codable {
    /// By the names of their forges.
    var accounts: [String: Account]
  }

  private let values: any SharedValues
  private let now: @Sendable () -> Date

  init(values: any SharedValues, now: @escaping @Sendable () -> Date = { Date() }) {
    self.values = values
    self.now = now
  }

  /// Returns the visitor with a session; anonymous if it does not exist.
  func visitor(with token: SecretToken) async throws -> Visitor {
    guard let session = try await session(token) else { return .anonymous }
    return Visitor(accounts: session.accounts.mapValues(\.login), formToken: token.derived(for: Self.formPurpose))
  }

  /// Begins a session with a further account, and ends the one before it.
  func signIn(_ login: String, forge: String, replacing token: SecretToken?) async throws -> SecretToken {
    var next = Session(accounts: [:])
    if let token, let session = try await session(token) {
      next = session
      try await end(token)
    }
    next.accounts[forge] = Account(login: login, expiry: milliseconds + Self.lifetime.wholeMilliseconds)
    let token = SecretToken()
    let value = try JSONEncoder().encode(next)
    try await values.set([UInt8](value), for: key(token), lifetime: Self.lifetime)
    return token
  }

  func end(_ token: SecretToken) async throws { try await values.set([], for: key(token), lifetime: .zero) }

  private func session(_ token: SecretToken) async throws -> Session? {
    let key = key(token)
    guard let value = try await values.values(of: key.kind, key.subject)[key.name] else { return nil }
    // A value of another version is no session.
    guard var session = try? JSONDecoder().decode(Session.self, from: Data(value)) else { return nil }
    session.accounts = session.accounts.filter { $0.value.expiry > milliseconds }
    return session.accounts.isEmpty ? nil : session
  }

  private var milliseconds: Int64 { Int64(now().timeIntervalSince1970 * 1_000) }

  private func key(_ token: SecretToken) -> SharedValueKey { SharedValueKey(.session, token.digest) }
}

/// Links that show one review to readers without an account.
struct LinkStore: Sendable {
  /// The maximum number of valid links of a review.
  static let most = 20

  let values: any SharedValues

  func isValid(_ token: SecretToken, for job: ReviewJob.ID) async throws -> Bool {
    try await values.values(of: .pageLink, "\(job)")[token.digest].map { !$0.isEmpty } ?? false
  }

  /// Returns the number of valid links of a review.
  func count(of job: ReviewJob.ID) async throws -> Int {
    try await values.values(of: .pageLink, "\(job)").values.count { !$0.isEmpty }
  }

  /// - Parameter author: the account that makes it.
  func make(for job: ReviewJob.ID, by author: String, lifetime: Duration) async throws -> SecretToken {
    let token = SecretToken()
    try await values.set(
      Array(author.utf8), for: SharedValueKey(.pageLink, "\(job)", name: token.digest), lifetime: lifetime)
    return token
  }

  func revokeAll(of job: ReviewJob.ID) async throws {
    // More than are read at once can have been made at the same time.
    for _ in 0..<100 {
      let names = try await values.values(of: .pageLink, "\(job)").keys
      guard !names.isEmpty else { return }
      for name in names {
        try await values.set([], for: SharedValueKey(.pageLink, "\(job)", name: name), lifetime: .zero)
      }
    }
  }
}
