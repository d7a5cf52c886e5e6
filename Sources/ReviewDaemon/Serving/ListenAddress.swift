// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where a server listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without the brackets of IPv6.
  package let host: String
  /// 0 stands for one that is free.
  package let port: Int

  package init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
