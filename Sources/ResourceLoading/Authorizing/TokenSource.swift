// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// Keeps a token for as long as it is good, and asks its issuer for another before it expires.
///
/// Concurrent requests for a token share one call of the issuer.
public actor TokenSource {
  private typealias Outcome = Result<AccessToken, TransportError>

  private struct Current {
    let token: AccessToken
    /// When a new one is requested.
    let refresh: Date?
  }

  private let issuer: any TokenIssuer
  private let margin: TimeInterval
  private let now: @Sendable () -> Date
  private var current: Current?
  private var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  private var lastWaiter = 0
  private var isIssuing = false

  /// A source of the issuer's tokens.
  ///
  /// - Parameters:
  ///   - issuer: creates tokens.
  ///   - margin: how long before a token expires a new one is requested; half of its life where that is less.
  ///   - now: the time of day.
  public init(
    _ issuer: any TokenIssuer, margin: Duration = .seconds(600), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.issuer = issuer
    self.margin = margin / .seconds(1)
    self.now = now
  }

  /// The token to use now.
  public func token() async throws(TransportError) -> AccessToken {
    if let current, current.refresh.map({ now() < $0 }) ?? true { return current.token }
    lastWaiter += 1
    let number = lastWaiter
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters[number] = continuation
        // The handler may have come before there was anybody to send away.
        if Task.isCancelled { leave(number) } else { beginToIssue() }
      }
    } onCancel: {
      Task { await leave(number) }
    }
    return try outcome.get()
  }

  /// Forgets the token, because a server did not take it. Does nothing when there is a newer one by now.
  public func discard(_ token: AccessToken) {
    if current?.token == token { current = nil }
  }

  /// In its own task: that one of those who wait goes away must not take the token from the others.
  private func beginToIssue() {
    guard !isIssuing else { return }
    isIssuing = true
    Task {
      let outcome = await issue()
      isIssuing = false
      for waiter in waiters.values { waiter.resume(returning: outcome) }
      waiters = [:]
    }
  }

  private func leave(_ number: Int) {
    waiters.removeValue(forKey: number)?
      .resume(returning: .failure(TransportError(.cancelled, "cancelled while waiting for a token")))
  }

  private func issue() async -> Outcome {
    let start = now()
    do throws(TransportError) {
      let token = try await issuer.issueToken()
      let refresh = token.expiry.map { $0.addingTimeInterval(-min(margin, $0.timeIntervalSince(start) / 2)) }
      current = Current(token: token, refresh: refresh)
      return .success(token)
    } catch {
      return .failure(error)
    }
  }
}

/// A credential that an issuer handed out, often for a limited time.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The secret.
  public let value: String
  /// From when on it is worth nothing; `nil` when it does not expire.
  public let expiry: Date?

  /// A token with its end.
  public init(_ value: String, expiry: Date? = nil) {
    self.value = value
    self.expiry = expiry
  }

  /// Not the secret.
  public var description: String { "a token" + (expiry.map { " until \($0.formatted(.iso8601))" } ?? "") }
  /// Not the secret.
  public var debugDescription: String { description }
}

/// Hands out tokens: asks a server for one, or signs one.
///
/// A ``TokenSource`` keeps what it hands out until it expires.
public protocol TokenIssuer: Sendable {
  /// Makes a new token.
  func issueToken() async throws(TransportError) -> AccessToken
}
