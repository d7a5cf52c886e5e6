// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Sends requests and brings back answers.
///
/// An answer is an answer, whatever its status; only what kept a request from being answered is an error. Retry,
/// authorisation, logging and the like are transports that wrap a transport:
///
/// ```swift
/// let transport = RetryingTransport(AuthorisingTransport(curl, field: field, for: origin))
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends one request and waits for the answer. Cancelling the task ends the transfer.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}
