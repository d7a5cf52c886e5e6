// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A place in a YAML file: 1-based line and 1-based column in characters.
package struct YAMLMark: Hashable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package static func < (left: YAMLMark, right: YAMLMark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
