// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes

/// Lets requests that only read pass, and remembers all others instead of sending them.
public actor DryRunTransport: HTTPTransport {
  private let base: any HTTPTransport

  /// The requests that were not sent, in order.
  public private(set) var withheld: [TransportRequest] = []

  /// A transport that reads through `base`.
  public init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// Sends the request when it only reads. Answers any other with 204 and nothing.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if request.head.method.isSafe { return try await base.send(request) }
    withheld.append(request)
    return TransportResponse(status: .noContent)
  }
}
