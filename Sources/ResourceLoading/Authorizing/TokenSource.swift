// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// Caches a token while it is valid, and requests another from its issuer before it expires.
///
/// Concurrent requests for a token share one call of the issuer.
public actor TokenSource {
  private typealias Outcome = Result<AccessToken, TransportError>

  private struct Current {
    let token: AccessToken
    /// The time to request a new token.
    let refresh: Date?
  }

  private let issuer: any TokenIssuer
  private let margin: TimeInterval
  private let now: @Sendable () -> Date
  private var current: Current?
  private var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  private var lastWaiter = 0
  private var isIssuing = false

  /// Creates a source of the issuer's tokens.
  ///
  /// - Parameters:
  ///   - issuer: creates tokens.
  ///   - margin: the time before the expiry of a token at which a new one is requested; at most half of the token's
  ///     lifetime.
  ///   - now: returns the time of day.
  public init(
    _ issuer: any TokenIssuer, margin: Duration = .seconds(600), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.issuer = issuer
    self.margin = margin / .seconds(1)
    self.now = now
  }

  /// Returns a valid token, and requests a new one if necessary.
  public func token() async throws(TransportError) -> AccessToken {
    if let current, current.refresh.map({ now() < $0 }) ?? true { return current.token }
    lastWaiter += 1
    let number = lastWaiter
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters[number] = continuation
        // The task may have been cancelled before it had a waiter to remove.
        if Task.isCancelled { leave(number) } else { beginToIssue() }
      }
    } onCancel: {
      Task { await leave(number) }
    }
    return try outcome.get()
  }

  /// Forgets the token after a server rejected it. Does nothing if there is a newer one.
  public func discard(_ token: AccessToken) {
    if current?.token == token { current = nil }
  }

  /// Requests a token in a separate task, because the cancellation of one waiter must not affect the others.
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

/// A credential from an issuer, often for a limited time.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The secret.
  public let value: String
  /// The time of expiry; `nil` if the token does not expire.
  public let expiry: Date?

  /// Creates a token with its time of expiry.
  public init(_ value: String, expiry: Date? = nil) {
    self.value = value
    self.expiry = expiry
  }

  /// A description without the secret.
  public var description: String { "a token" + (expiry.map { " until \($0.formatted(.iso8601))" } ?? "") }
  /// A description without the secret.
  public var debugDescription: String { description }
}

/// Issues tokens, such as by requesting them from a server or by signing them.
///
/// A ``TokenSource`` caches an issued token until it expires.
public protocol TokenIssuer: Sendable {
  /// Issues a new token.
  func issueToken() async throws(TransportError) -> AccessToken
}
