// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ResourceLoading

/// Adds the network to the program.
package struct CurlTransportAssembly: Assembly {
  private let settings: CurlSettings

  package init(settings: CurlSettings = CurlSettings()) {
    self.settings = settings
  }

  package func register(in registry: inout Registry) {
    let settings = settings
    registry.fill(.httpTransport) { _ in CurlTransport(settings) }
  }
}

extension Slot<any HTTPTransport> {
  /// What all requests go through.
  package static var httpTransport: Slot<any HTTPTransport> { Slot("httpTransport") }
}
