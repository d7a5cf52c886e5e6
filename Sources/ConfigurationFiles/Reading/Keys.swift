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
  package private(set) var name: String
  /// Its documentation, in one or two sentences.
  package let summary: String
  package let kind: CodecDescription
  /// The value in YAML; empty for `nil`.
  package let text: @Sendable (Section) -> String
  /// The value to show in the reference if there is no default.
  let example: String?
  /// The condition for stricter values; `nil` for a key without an order.
  let tightening: Tightening<Section>?
  /// Whether a running daemon keeps the value until its next start.
  let isReadAtStart: Bool
  let value: @Sendable (Section) -> Any
  let read: @Sendable (YAMLNode, inout Section) throws(ValueError) -> Void
  let copy: @Sendable (_ from: Section, _ to: inout Section) -> Void
}

extension ConfigurationKey {
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ConfigurationCodec<Value>,
    _ summary: String, example: String? = nil, stricter: Tightening<Value>? = nil, atStart: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.kind = kind.description
    tightening = stricter.map { $0.below(path) }
    isReadAtStart = atStart
    text = { section in kind.text(section[keyPath: path]) }
    value = { section in section[keyPath: path] }
    read = { (node, section) throws(ValueError) in section[keyPath: path] = try kind.read(node) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }

  /// Returns the key as a key of the type that has the section as a part.
  func below<Whole>(_ part: any WritableKeyPath<Whole, Section> & Sendable) -> ConfigurationKey<Whole> {
    ConfigurationKey<Whole>(
      name: name, summary: summary, kind: kind, text: { [text] in text($0[keyPath: part]) }, example: example,
      tightening: tightening?.below(part), isReadAtStart: isReadAtStart, value: { [value] in value($0[keyPath: part]) },
      read: { [read] (node, whole) throws(ValueError) in try read(node, &whole[keyPath: part]) },
      copy: { [copy] in copy($0[keyPath: part], &$1[keyPath: part]) })
  }

  func named(_ name: String) -> ConfigurationKey {
    var key = self
    key.name = name
    return key
  }
}

/// A section of a configuration file, with the name, documentation, type and default of each key. The reader, the
/// default file with comments, the JSON Schema and the reference page are all derived from ``keys``.
package protocol ConfigurationSection: Codable, Hashable, Sendable {
  static var name: String { get }
  /// The documentation of the section, in one sentence.
  static var summary: String { get }
  static var keys: [ConfigurationKey<Self>] { get }
  /// The names in the section that have a reader of their own.
  static var otherNames: [String] { get }
}

extension ConfigurationSection {
  package static var otherNames: [String] { [] }
}

/// The keys of a section, as keys of the file's type.
struct SectionKeys<Root>: Sendable {
  let name: String
  let summary: String
  let keys: [ConfigurationKey<Root>]
  let allNames: [String]

  init<Section: ConfigurationSection>(_ path: any WritableKeyPath<Root, Section> & Sendable) {
    name = Section.name
    summary = Section.summary
    keys = Section.keys.map { $0.below(path) }
    allNames = keys.map(\.name) + Section.otherNames
  }
}

/// The contents of a configuration file. Everything that concerns all keys is derived from ``keys`` and ``sections``.
protocol ConfigurationRoot: Sendable {
  static var version: Int { get }
  /// The keys outside of sections, except the version.
  static var keys: [ConfigurationKey<Self>] { get }
  /// The sections in the order of the file, after the keys.
  static var sections: [SectionKeys<Self>] { get }
  /// The names at the top level that have a reader of their own.
  static var otherNames: [String] { get }
  /// The noun for an unknown name at the top level in messages.
  static var noun: String { get }
  static var misplaced: MisplacedKeys { get }
}

extension ConfigurationRoot {
  /// All names of the top level, except the version.
  static var names: [String] { keys.map(\.name) + sections.map(\.name) + otherNames }

  /// All keys, by their names with the section, such as `coverage.target`.
  static var allKeys: [ConfigurationKey<Self>] {
    keys + sections.flatMap { section in section.keys.map { $0.named("\(section.name).\($0.name)") } }
  }
}
