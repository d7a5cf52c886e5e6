// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

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

  init(_ wanted: WantedPaths, in body: [UInt8]) throws(WebhookFault) {
    do throws(JSONScanner.Malformed) {
      values = try JSONScanner.values(wanted, in: body)
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

extension Fields {
  /// Names of forges are short; 1,000 bytes are more than any.
  private static let longestName = 1_000

  func required(_ path: String) throws(WebhookFault) -> String {
    guard let text = text(path), (1...Self.longestName).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw WebhookFault("the event has no \(path)")
    }
    return text
  }

  /// A number that is at least 1.
  func requiredNumber(_ path: String) throws(WebhookFault) -> Int {
    guard let number = number(path), number > 0 else { throw WebhookFault("the event has no \(path)") }
    return number
  }

  /// `nil` when there is none.
  func commit(_ path: String) throws(WebhookFault) -> CommitID? {
    guard let text = text(path), !text.isEmpty else { return nil }
    guard let commit = CommitID(text) else { throw WebhookFault("\(path) is no full commit id") }
    return commit
  }
}

/// Paths such as `pull_request.head.sha`, as a tree of names.
struct WantedPaths: Sendable {
  /// The whole path to here, when what stands here is wanted itself.
  private(set) var path: String?
  private var names: [String: WantedPaths] = [:]

  private init() {}

  init(_ paths: Set<String>) {
    for path in paths { add(path, path.split(separator: ".").map(String.init)[...]) }
  }

  /// What is wanted below a name; `nil` for nothing.
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
