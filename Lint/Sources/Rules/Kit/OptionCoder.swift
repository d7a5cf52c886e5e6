// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

// Conversions between options and the values of a configuration, for the start of the program: Foundation's coders and
// reflection cast to protocols, and the first cast of each type makes the runtime search all conformances of the program.

/// The options cannot be converted here. The caller tries again with Foundation's coders, which explain the error.
struct OptionCodingFailure: Error {}

/// Collects the values of options by name.
final class OptionEncoder: Encoder {
  fileprivate(set) var values: [String: OptionValue] = [:]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder() }
  func singleValueContainer() -> any SingleValueEncodingContainer { ValueEncoder() }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: OptionEncoder
    let codingPath: [any CodingKey] = []

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      let option = ValueEncoder()
      try value.encode(to: option)
      guard let encoded = option.value else { throw OptionCodingFailure() }
      encoder.values[OptionCoding.snakeCase(key.stringValue)] = encoded
    }

    func encodeNil(forKey key: Key) throws { throw OptionCodingFailure() }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { OptionEncoder().container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { ValueEncoder() }
    func superEncoder() -> any Encoder { OptionEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { OptionEncoder() }
  }
}

/// Collects the value of one option: a number, a truth value, a text, or texts one after the other.
private final class ValueEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  private(set) var value: OptionValue?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private(set) var count = 0
  private var isList = false

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    OptionEncoder().container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    (isList, value) = (true, .texts([]))
    return self
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encode<Value: Encodable>(_ new: Value) throws {
    guard isList else { return try set(new) }
    let element = ValueEncoder()
    try element.set(new)
    guard case .text(let text) = element.value, case .texts(let texts) = value else { throw OptionCodingFailure() }
    count += 1
    value = .texts(texts + [text])
  }

  private func set<Value: Encodable>(_ new: Value) throws {
    if let option = OptionValue(exactly: new) { value = option } else { try new.encode(to: self) }
  }

  func encodeNil() throws { throw OptionCodingFailure() }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    OptionEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder() }
  func superEncoder() -> any Encoder { OptionEncoder() }
}

/// Reads options from values by name.
struct OptionDecoder: Decoder {
  let values: [String: OptionValue]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw OptionCodingFailure() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw OptionCodingFailure() }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: OptionValue]
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { [] }

    private func value(_ key: Key) -> OptionValue? { values[OptionCoding.snakeCase(key.stringValue)] }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = value(key) else { throw OptionCodingFailure() }
      return try Value(from: ValueDecoder(value: value))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw OptionCodingFailure() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw OptionCodingFailure() }
    func superDecoder() throws -> any Decoder { throw OptionCodingFailure() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw OptionCodingFailure() }
  }
}

/// Reads the value of one option.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: OptionValue
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw OptionCodingFailure()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw OptionCodingFailure() }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = value.exactly(type) { return value }
    guard !OptionValue.isPlain(type) else { throw OptionCodingFailure() }
    return try Value(from: self)
  }
}

extension OptionValue {
  fileprivate static func isPlain<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == Bool.self || type == String.self || type == [String].self
  }

  /// - Returns: nil for a value of another type than those of options.
  fileprivate init?<Value>(exactly value: Value) {
    // Types are compared first, because a cast to another type is slow.
    if Value.self == Int.self, let value = value as? Int {
      self = .integer(value)
    } else if Value.self == Bool.self, let value = value as? Bool {
      self = .boolean(value)
    } else if Value.self == String.self, let value = value as? String {
      self = .text(value)
    } else if Value.self == [String].self, let value = value as? [String] {
      self = .texts(value)
    } else {
      return nil
    }
  }

  /// Returns the value if it has this type.
  fileprivate func exactly<Value>(_ type: Value.Type) -> Value? {
    switch self {
    case .integer(let value): type == Int.self ? value as? Value : nil
    case .boolean(let value): type == Bool.self ? value as? Value : nil
    case .text(let value): type == String.self ? value as? Value : nil
    case .texts(let value): type == [String].self ? value as? Value : nil
    }
  }
}
