// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where a server listens: an address of this machine and a port. An address of version 6 is written in brackets.
package struct ListenAddress: WrittenValue {
  /// In digits, without brackets.
  package let host: String
  /// With 0 the kernel chooses one.
  package let port: Int
  /// Whether only this machine can connect.
  package let isLoopback: Bool

  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = WholeNumber.read(text[text.index(after: colon)...], digits: 5), port <= Int(UInt16.max)
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard let address = IPAddress(String(host)), address.isVersion6 == isBracketed else { return nil }
    self.host = String(host)
    self.port = port
    isLoopback = address.isLoopback
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  package static let noun = "address with a port"
  package static let examples = "127.0.0.1:8080 or \"[::1]:8080\""
  package static let pattern = #"^[0-9A-Fa-f.:\[\]]+:[0-9]{1,5}$"#

  package static func remedy(for text: String) -> String? {
    if text.hasPrefix(":") || text.hasPrefix("*:") { return "write 0.0.0.0 before the port for all addresses" }
    return text.contains(":") ? "write the address in digits, not a name" : "write the port too, after a colon"
  }
}
