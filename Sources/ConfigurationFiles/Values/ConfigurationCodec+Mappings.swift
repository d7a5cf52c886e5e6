// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

extension ConfigurationCodec {
  /// Creates a codec for a value that is a mapping.
  ///
  /// - Parameters:
  ///   - isSecret: whether a scalar instead of the mapping may be a secret, which is not shown in messages.
  ///   - finish: sets values that depend on other keys, and returns contradictions between keys. The locations show
  ///     which keys are present, because keys may be missing or invalid.
  static func mapping(
    _ expectation: String, _ initial: Value, _ keys: [ConfigurationKey<Value>], required: [String] = [],
    isSecret: Bool = false, finish: @escaping @Sendable (inout Value, KeyLocations) -> [ValueError] = { _, _ in [] }
  ) -> ConfigurationCodec where Value: Sendable {
    let properties = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.kind.schema) })
    let schema: JSONValue = [
      "type": "object", "additionalProperties": false, "required": .array(required.map { .text($0) }),
      "properties": .object(properties),
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { value in
      let texts = keys.map { ($0.name, $0.text(value)) }.filter { !$0.1.isEmpty }
      return "{" + texts.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
    } read: { (node) throws(ValueError) in
      guard case .mapping(let entries) = node.content else {
        throw ValueError("expected a \(expectation), found \(isSecret ? node.shape : node.kind)")
      }
      var value = initial
      var errors = required.filter { name in !entries.contains { $0.key == name } }
        .map { name in
          let example = keys.first { $0.name == name }?.example
          return ValueError(
            "\(name) is missing", remedy: example.map { "add it, as in \(name): \($0)" }, at: node.mark)
        }
      for entry in entries {
        guard let key = keys.first(where: { $0.name == entry.key }) else {
          let nearest = NearestName.find(for: entry.key, in: keys.map(\.name))
          errors.append(
            ValueError(
              "unknown key \(shown(entry.key))", nearest: nearest,
              remedy: "valid names are \(keys.map(\.name).joined(separator: ", "))", at: entry.mark))
          continue
        }
        do throws(ValueError) {
          try key.read(entry.value, &value)
        } catch {
          errors.append(error.under(key.name, at: entry.value.mark))
        }
      }
      errors += finish(&value, KeyLocations(mark: node.mark, entries: entries))
      if let error = ValueError.joined(errors) { throw error }
      return value
    }
  }

  /// Returns a codec for a list of mappings.
  static func mappings<Element>(
    _ element: ConfigurationCodec<Element>, upTo maximum: Int
  ) -> ConfigurationCodec where Value == [Element] {
    let expectation = "list of at most \(maximum), each a \(element.description.expectation)"
    let schema: JSONValue = [
      "type": "array", "maxItems": .integer(maximum), "items": element.description.schema,
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { values in
      "[" + values.map(element.text).joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content, items.count <= maximum else {
        throw ValueError("expected a \(expectation), found \(node.kind)")
      }
      return try items.values(element.read)
    }
  }
}
