// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A folder that had another name where the program was built.
package struct PathPrefix: Hashable, Sendable {
  /// As the report has it.
  package let from: String
  /// On this machine, absolute; or from the repository's root.
  package let to: String

  package init(from: String, to: String) {
    self.from = Self.trimmed(from)
    self.to = Self.trimmed(to)
  }

  /// The name with the prefix replaced, if it has it. A prefix ends where a component of the path does.
  package func replaced(in name: String) -> String? {
    if name == from { return to }
    guard name.hasPrefix(from + "/") else { return nil }
    let rest = name.utf8.dropFirst(from.utf8.count + 1)
    return (to.isEmpty ? "" : to + "/") + String(decoding: rest, as: UTF8.self)
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
