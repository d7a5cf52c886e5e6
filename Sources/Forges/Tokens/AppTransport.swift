// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Shows a forge the token of an app that the request needs and no other: one that may only read, or one that may write.
struct AppTransport: HTTPTransport {
  private let reading: RefreshingTransport
  private let writing: RefreshingTransport

  init(
    _ base: any HTTPTransport, tokens: InstallationTokens, for origin: Origin,
    field: @escaping @Sendable (Secret) -> HTTPField
  ) {
    reading = RefreshingTransport(base, tokens: tokens.reading, for: origin) { field(Secret($0.value)) }
    writing = RefreshingTransport(base, tokens: tokens.writing, for: origin) { field(Secret($0.value)) }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let reads = request.head.method == .get || request.head.method == .head
    return try await (reads ? reading : writing).send(request)
  }
}
