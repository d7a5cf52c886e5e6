// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// The values of a JSON body at a few paths, such as `pull_request.head.sha`.
struct Fields {
  enum Value: Hashable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// An object, an array or a number that is not an `Int`.
    case other
  }

  /// In bytes. Ids and names are shorter, and the beginning of a comment is enough.
  static let longestText = 4_096

  /// Without null values.
  private let values: [String: Value]

  init(_ wanted: WantedPaths, in body: [UInt8]) throws(WebhookFault) {
    do throws(ScanFault) {
      values = try FieldReader.values(wanted, in: body)
    } catch {
      throw WebhookFault("the body is not a valid JSON object")
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

  /// Whether the value exists and is not null.
  func has(_ path: String) -> Bool { values[path] != nil }
}

extension Fields {
  /// In bytes; longer than any name on a forge.
  private static let longestName = 1_000

  func required(_ path: String) throws(WebhookFault) -> String {
    guard let text = text(path), (1...Self.longestName).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw WebhookFault("the event has no \(path)")
    }
    return text
  }

  /// - Throws: ``WebhookFault`` unless the value is a number that is at least 1.
  func requiredNumber(_ path: String) throws(WebhookFault) -> Int {
    guard let number = number(path), number > 0 else { throw WebhookFault("the event has no \(path)") }
    return number
  }

  /// - Returns: `nil` for a missing or empty value.
  /// - Throws: ``WebhookFault`` for an invalid commit id.
  func commit(_ path: String) throws(WebhookFault) -> CommitID? {
    guard let text = text(path), !text.isEmpty else { return nil }
    guard let commit = CommitID(text) else { throw WebhookFault("\(path) is not a full commit id") }
    return commit
  }
}

/// The paths of the wanted values, such as `pull_request.head.sha`, as a tree of names.
struct WantedPaths: Sendable {
  /// The path to this node, if its value is wanted.
  private(set) var path: String?
  private var names: [String: WantedPaths] = [:]

  private init() {}

  init(_ paths: Set<String>) {
    for path in paths { add(path, path.split(separator: ".").map(String.init)[...]) }
  }

  /// The subtree below a name; `nil` when nothing below it is wanted.
  func below(_ name: String) -> WantedPaths? { names[name] }

  var all: Dictionary<String, WantedPaths>.Values { names.values }

  private mutating func add(_ path: String, _ rest: ArraySlice<String>) {
    guard let first = rest.first else {
      self.path = path
      return
    }
    names[first, default: WantedPaths()].add(path, rest.dropFirst())
  }
}
