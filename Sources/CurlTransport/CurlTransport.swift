// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// Sends requests with libcurl.
final class CurlTransport: HTTPTransport {
  private let settings: CurlSettings
  private let redirects: RedirectPolicy
  private let loop: CurlLoop

  init(_ settings: CurlSettings) {
    self.settings = settings
    redirects = RedirectPolicy(maximum: settings.maximumRedirects)
    loop = CurlLoop(connectionsPerHost: settings.connectionsPerHost)
  }

  deinit {
    loop.stop()
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    var hops = 0
    while true {
      let response = try await loop.perform(Transfer(request, settings: settings))
      guard let next = try redirects.next(after: request, answer: response.head, hops: hops) else { return response }
      request = next
      hops += 1
    }
  }
}
