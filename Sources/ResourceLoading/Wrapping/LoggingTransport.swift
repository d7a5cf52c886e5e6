// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// Says in one line what was asked and what came back.
///
/// Header values and bodies are never part of the line; secrets that stand in the address are masked.
public struct LoggingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let clock: any Clock<Duration>
  private let secrets: [String]
  private let log: @Sendable (String) -> Void

  /// A transport that hands one line for each request to `log`.
  ///
  /// - Parameter secrets: texts that become `***` wherever they stand in a line.
  public init(
    _ base: any HTTPTransport, secrets: [String] = [], clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void
  ) {
    self.base = base
    self.secrets = secrets.filter { !$0.isEmpty }
    self.clock = clock
    self.log = log
  }

  /// Sends the request and logs a line such as `GET https://api.example.com/user: 200 in 35 ms`.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let measured = await timed { () async throws(TransportError) in try await base.send(request) }
    let result =
      switch measured.outcome {
      case .success(let response): "\(response.head.status.code)"
      case .failure(let error): "\(error.code.rawValue) (\(error.message))"
      }
    let address = HTTPAddress(request.head).map(Self.masked) ?? "an address that is none"
    let milliseconds = measured.time / .milliseconds(1)
    log(masked("\(request.head.method.rawValue) \(address): \(result) in \(Int(milliseconds)) ms"))
    return try measured.outcome.get()
  }

  private func timed(
    _ work: () async throws(TransportError) -> TransportResponse
  ) async -> (outcome: Result<TransportResponse, TransportError>, time: Duration) {
    var outcome: Result<TransportResponse, TransportError>?
    let time = await clock.measure {
      do throws(TransportError) {
        outcome = .success(try await work())
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("the clock did not run what it measures") }
    return (outcome, time)
  }

  private func masked(_ line: String) -> String {
    secrets.reduce(line) { $0.replacing($1, with: "***") }
  }

  private static func masked(_ address: HTTPAddress) -> String {
    let parts = address.description.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return address.description }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      let isSecret = ["token", "secret", "password", "signature", "key"].contains { name.lowercased().contains($0) }
      return isSecret ? "\(name)=***" : String(pair)
    }
    return "\(parts[0])?\(query.joined(separator: "&"))"
  }
}
