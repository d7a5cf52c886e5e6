// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
