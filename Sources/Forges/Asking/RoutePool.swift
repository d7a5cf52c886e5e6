// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ResourceLoading

/// The ways to the forges. Who asks with the same credential goes the same way: a limit belongs to the credential, and
/// is only kept when all of its requests are seen in one place.
final class RoutePool: Sendable {
  struct Key: Hashable {
    let forge: String
    let origin: Origin
    let credential: Credential
  }

  private let routes = Locked<[Key: any HTTPTransport]>([:])

  /// The way for the key, which is made for the first who asks.
  func route(for key: Key, make: () -> any HTTPTransport) -> any HTTPTransport {
    routes.withLock { routes in
      if let route = routes[key] { return route }
      let route = make()
      routes[key] = route
      return route
    }
  }
}
