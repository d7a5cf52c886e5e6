// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A folder of the repository, from its root; the root itself is `.`.
package struct PackagePath: Hashable, Sendable {
  package let path: String

  /// Fails for a path that is absolute, leaves the repository, or is written in a roundabout way.
  package init?(_ path: String) {
    if path == "." {
      self.path = path
      return
    }
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...1024).contains(path.utf8.count), parts.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    // A name that begins with a dash would be read as an option by programs that are given it.
    guard !path.hasPrefix("-"), !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    self.path = String(trimmed)
  }
}

extension PackagePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = PackagePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a folder below the root")
    }
    self = path
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path)
  }
}
