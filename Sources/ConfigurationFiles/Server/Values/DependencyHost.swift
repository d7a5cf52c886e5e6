// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A host that dependencies may come from. One that is not on the public internet also has the addresses where it may be:
/// `git.example.com=10.0.0.0/8`.
package struct DependencyHost: WrittenValue {
  package let server: HostAndPort
  /// `ADDRESS` or `ADDRESS/BITS`.
  package let range: String?

  package init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let server = sides.first.flatMap({ HostAndPort(String($0)) }) else { return nil }
    self.server = server
    range = sides.count == 2 ? String(sides[1]) : nil
    if let range, !Self.isRange(range) { return nil }
  }

  package var description: String { range.map { "\(server)=\($0)" } ?? "\(server)" }

  package static let noun = "host"
  package static let examples = "git.example.com, git.example.com:8443 or git.example.com=10.0.0.0/8"
  package static let pattern = "^[A-Za-z0-9_][A-Za-z0-9._-]*(:[0-9]{1,5})?(=[0-9A-Fa-f.:]+(/[0-9]{1,3})?)?$"

  package static func remedy(for text: String) -> String? {
    text.contains("://") ? "write the host alone, without https:// and path" : nil
  }

  private static func isRange(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return false }
    guard parts.count == 2 else { return true }
    return WholeNumber.read(parts[1], digits: 3).map { $0 <= address.bytes.count * 8 } ?? false
  }
}
