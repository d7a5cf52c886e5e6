// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A YAML value that was found harmless: no anchors, aliases, tags or merge keys, no key twice, and not deep.
package struct YAMLNode: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let mark: YAMLMark
    package let value: YAMLNode
  }

  package indirect enum Content: Hashable, Sendable {
    /// The text as it was written, whatever YAML would make of it.
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([Entry])
    /// Nothing was written.
    case empty
  }

  package let content: Content
  package let mark: YAMLMark

  /// For messages.
  var kind: String {
    if case .scalar(let text) = content { shown(text) } else { shape }
  }

  /// For messages that must not show what was written.
  var shape: String {
    switch content {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .empty: "nothing"
    }
  }
}
