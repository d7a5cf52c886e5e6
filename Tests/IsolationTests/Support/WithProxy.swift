// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import NetworkAddressing
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Returns the given resolutions in turn, and repeats the last one.
final class ScriptedResolver: HostResolver {
  private let resolutions: Locked<[[String]]>
  private let questions = Locked<[String]>([])

  init(_ resolutions: [String]...) {
    self.resolutions = Locked(resolutions)
  }

  var asked: [String] { questions.withLock { $0 } }

  func addresses(of host: String) -> [NetworkAddress] {
    questions.withLock { $0.append(host) }
    return resolutions.withLock { resolutions in
      let addresses = resolutions.count > 1 ? resolutions.removeFirst() : resolutions.first
      return addresses?.compactMap { NetworkAddress($0) } ?? []
    }
  }
}

extension ProxyLimits {
  /// Timeouts that are not reached on a busy host.
  static func patient(connectionBytes: Int = 2 << 30, runBytes: Int = 4 << 30) -> ProxyLimits {
    let time = Duration.seconds(600)
    return ProxyLimits(
      headTime: time, connectTime: time, idle: time, connectionBytes: connectionBytes, runBytes: runBytes)
  }
}

/// Runs a proxy that may connect to 127.0.0.1, the address of `git.test`.
func withProxy(
  allowing hosts: [String], limits: ProxyLimits = .patient(), upstream: UpstreamProxy? = nil,
  addresses: AddressPolicy? = nil, resolver: ScriptedResolver = ScriptedResolver(["127.0.0.1"]),
  _ body: (DependencyProxy, FilePath) async throws -> Void
) async throws {
  try await withScratchDirectory { folder in
    let socket = folder.path.appending("proxy")
    let loopback = AddressPolicy(permitting: [try #require(AddressRange("127.0.0.1/32"))])
    let proxy = try DependencyProxy(
      socket: socket, allowing: hosts.map { try #require(AllowedHost($0)) }, limits: limits, upstream: upstream,
      addresses: addresses ?? loopback, resolver: resolver)
    defer { proxy.stop() }
    try await body(proxy, socket)
  }
}
