// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keys of the other configuration file.
struct MisplacedKeys: Sendable {
  let names: [String]
  /// The message for such a key, after its name.
  let message: String
  let remedy: String
}

/// The locations of a mapping and of its keys in the file.
struct KeyLocations: Sendable {
  /// The start of the mapping.
  let mark: YAMLMark
  let entries: [YAMLNode.Entry]

  func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// Returns the location of the key; the start of the mapping if the key is missing.
  func mark(of key: String) -> YAMLMark {
    entries.first { $0.key == key }?.mark ?? mark
  }

  /// Returns the keys of the mapping that is the value of a key; no keys if it is not a mapping.
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
  /// Its documentation, in one or two sentences.
  package let summary: String
  package let kind: CodecDescription
  /// The value in YAML; empty for `nil`.
  package let text: @Sendable (Section) -> String
  /// The value to show in the reference if there is no default.
  let example: String?
  let read: @Sendable (YAMLNode, inout Section) throws(ValueError) -> Void
  let copy: @Sendable (_ from: Section, _ to: inout Section) -> Void

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
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }

  /// Creates a key whose value is a property of a part of the section.
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
    copy = { $1[keyPath: part][keyPath: path] = $0[keyPath: part][keyPath: path] }
  }
}

/// A section of a configuration file, with the name, documentation, type and default of each key. The reader, the
/// default file with comments, the JSON Schema and the reference page are all derived from ``keys``.
package protocol ConfigurationSection: Codable, Hashable, Sendable {
  static var name: String { get }
  /// The documentation of the section, in one sentence.
  static var summary: String { get }
  static var keys: [ConfigurationKey<Self>] { get }

  /// Creates the defaults.
  init()
}
