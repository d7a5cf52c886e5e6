// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One key of a section.
package struct ConfigurationKey<Section>: Sendable {
  package let name: String
  /// What it does, in one or two sentences.
  package let summary: String
  package let kind: ValueKindDescription
  /// The value as YAML writes it; empty for one that is not set.
  package let text: @Sendable (Section) -> String
  /// A value to show where there is no default.
  let example: String?
  let read: @Sendable (YAMLNode, inout Section) throws(ValueError) -> Void

  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ValueKind<Value>, _ summary: String,
    example: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.kind = kind.description
    text = { section in kind.text(section[keyPath: path]) }
    read = { (node, section) throws(ValueError) in section[keyPath: path] = try kind.read(node) }
  }

  /// A key whose value is kept in a part of the section.
  package init<Part, Value>(
    _ name: String, in part: any WritableKeyPath<Section, Part> & Sendable,
    _ path: any WritableKeyPath<Part, Value> & Sendable, _ kind: ValueKind<Value>, _ summary: String
  ) {
    self.name = name
    self.summary = summary
    example = nil
    self.kind = kind.description
    text = { section in kind.text(section[keyPath: part][keyPath: path]) }
    read = { (node, section) throws(ValueError) in section[keyPath: part][keyPath: path] = try kind.read(node) }
  }
}
