// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keys that one configuration file does not have and another has.
struct MisplacedKeys: Sendable {
  let names: [String]
  /// The message about such a key, after its name.
  let message: String
  let remedy: String
}

/// Where a mapping and its keys are written.
struct KeyLocations: Sendable {
  /// Where the mapping begins.
  let mark: YAMLMark
  let entries: [YAMLNode.Entry]

  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// Where the key is; where the mapping begins, for one that was not written.
  func mark(of key: String) -> YAMLMark {
    entries.first { $0.key == key }?.mark ?? mark
  }

  /// The keys below a key.
  func keys(below key: String) -> KeyLocations {
    guard let entry = entries.first(where: { $0.key == key }), case .mapping(let entries) = entry.value.content else {
      return KeyLocations(mark: mark(of: key), entries: [])
    }
    return KeyLocations(mark: entry.mark, entries: entries)
  }
}

/// One key of a section.
package struct ConfigurationKey<Section>: Sendable {
  package let name: String
  /// What it does, in one or two sentences.
  package let summary: String
  package let kind: CodecDescription
  /// The value as YAML writes it; empty for one that is not set.
  package let text: @Sendable (Section) -> String
  /// A value to show where there is no default.
  let example: String?
  let read: @Sendable (YAMLNode, inout Section) throws(ValueError) -> Void

  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ConfigurationCodec<Value>,
    _ summary: String,
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
    _ path: any WritableKeyPath<Part, Value> & Sendable, _ kind: ConfigurationCodec<Value>, _ summary: String
  ) {
    self.name = name
    self.summary = summary
    example = nil
    self.kind = kind.description
    text = { section in kind.text(section[keyPath: part][keyPath: path]) }
    read = { (node, section) throws(ValueError) in section[keyPath: part][keyPath: path] = try kind.read(node) }
  }
}

/// A part of a configuration file: its keys, each with its description, type and default, in one place. The reader, the
/// commented default file, the JSON Schema and the reference page all come from ``keys``.
package protocol ConfigurationSection: Codable, Hashable, Sendable {
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  static var keys: [ConfigurationKey<Self>] { get }

  /// The defaults.
  init()
}
