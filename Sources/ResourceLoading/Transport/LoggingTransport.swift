// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking

/// Logs each request and its outcome in one line.
///
/// Header values and bodies are never part of the line; secrets in the address are masked.
public struct LoggingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let clock: any Clock<Duration>
  private let mask: SecretMask
  private let log: @Sendable (String) -> Void

  /// Creates a transport that passes one line for each request to `log`.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - secrets: texts of eight bytes or more that are replaced by `***`.
  ///   - clock: the clock that measures the time of a response.
  ///   - log: receives each line.
  public init(
    _ base: any HTTPTransport, secrets: [String] = [], clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void
  ) {
    self.base = base
    mask = SecretMask(secrets)
    self.clock = clock
    self.log = log
  }

  /// Sends the request and logs a line such as `GET https://api.example.com/user: 200 in 35 ms`.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let stopwatch = Stopwatch(clock)
    let outcome = await base.outcome(of: request)
    let milliseconds = stopwatch.now / .milliseconds(1)
    let result =
      switch outcome {
      case .success(let response): "\(response.head.status.code)"
      case .failure(let error): "\(error.code.rawValue) (\(error.message))"
      }
    let address = HTTPAddress(request.head).map { mask.masked($0) } ?? "an invalid address"
    log(mask.masked("\(request.head.method.rawValue) \(address): \(result) in \(Int(milliseconds)) ms"))
    return try outcome.get()
  }
}

/// Sends requests that only read, and records all others instead of sending them.
public actor DryRunTransport: HTTPTransport {
  private let base: any HTTPTransport

  /// The requests that were not sent, in order.
  public private(set) var withheld: [TransportRequest] = []

  /// Creates a transport that sends reads through `base`.
  public init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// Sends the request if it only reads. Responds to any other with 204 and an empty body.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if request.head.method.isSafe { return try await base.send(request) }
    withheld.append(request)
    return TransportResponse(status: .noContent)
  }
}
