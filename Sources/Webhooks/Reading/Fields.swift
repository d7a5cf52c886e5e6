// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The few values that are wanted of a body, by their path: `pull_request.head.sha`.
struct Fields {
  enum Value: Hashable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// An object, an array or a number with a fraction that is there, whatever it is.
    case other
  }

  /// Longer texts are no ids or names; of a comment, the beginning is enough.
  static let longestText = 4_096

  /// What is null is not here.
  private let values: [String: Value]

  /// - Parameter wanted: the paths.
  init(_ wanted: Set<String>, in body: [UInt8]) throws(WebhookFault) {
    let decoder = JSONDecoder()
    decoder.userInfo[.wantedFields] = wanted
    do {
      values = try decoder.decode(WantedFields.self, from: Data(body)).values
    } catch {
      throw WebhookFault("the body is no JSON object that can be read")
    }
  }

  func text(_ path: String) -> String? {
    if case .text(let text) = values[path] { text } else { nil }
  }

  func number(_ path: String) -> Int? {
    if case .number(let number) = values[path] { number } else { nil }
  }

  func flag(_ path: String) -> Bool? {
    if case .flag(let flag) = values[path] { flag } else { nil }
  }

  /// Whether there is something other than null.
  func has(_ path: String) -> Bool { values[path] != nil }
}

extension CodingUserInfoKey {
  fileprivate static var wantedFields: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "wantedFields") else { preconditionFailure("any text is a key") }
    return key
  }
}

/// Looks for each wanted path, and at nothing else.
private struct WantedFields: Decodable {
  private(set) var values: [String: Fields.Value] = [:]

  init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: FieldKey.self)
    for path in decoder.userInfo[.wantedFields] as? Set<String> ?? [] {
      let keys = path.split(separator: ".").map { FieldKey(String($0)) }
      guard let last = keys.last, let container = Self.container(keys.dropLast(), in: root) else { continue }
      values[path] = Self.value(last, in: container)
    }
  }

  /// `nil` where something on the way is not there or is no object.
  private static func container(
    _ keys: some Sequence<FieldKey>, in root: KeyedDecodingContainer<FieldKey>
  ) -> KeyedDecodingContainer<FieldKey>? {
    var container = root
    for key in keys {
      guard let next = try? container.nestedContainer(keyedBy: FieldKey.self, forKey: key) else { return nil }
      container = next
    }
    return container
  }

  private static func value(_ key: FieldKey, in container: KeyedDecodingContainer<FieldKey>) -> Fields.Value? {
    guard container.contains(key), (try? container.decodeNil(forKey: key)) == false else { return nil }
    if let text = try? container.decode(String.self, forKey: key) {
      return .text(String(decoding: text.utf8.prefix(Fields.longestText), as: UTF8.self))
    }
    if let flag = try? container.decode(Bool.self, forKey: key) { return .flag(flag) }
    if let number = try? container.decode(Int.self, forKey: key) { return .number(number) }
    return .other
  }
}

private struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
