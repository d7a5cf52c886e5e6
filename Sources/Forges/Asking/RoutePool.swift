// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ResourceLoading

/// The transports to the forges. Requests with the same credential share one: a limit belongs to the credential, and
/// is only kept when all of its requests are seen in one place.
final class RoutePool: Sendable {
  struct Key: Hashable {
    let forge: String
    let origin: Origin
    let credential: Credential
  }

  private let routes = Locked<[Key: any HTTPTransport]>([:])

  /// The transport for the key, which is made for the first request.
  func route(for key: Key, make: () -> any HTTPTransport) -> any HTTPTransport {
    routes.withLock { routes in
      if let route = routes[key] { return route }
      let route = make()
      routes[key] = route
      return route
    }
  }
}
