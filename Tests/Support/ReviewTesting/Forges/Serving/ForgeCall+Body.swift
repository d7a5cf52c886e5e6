// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The validated body of a request.
extension ForgeCall {
  /// Returns the members of the object in the body. A member that the operation does not have is reported as a
  /// violation.
  func body(_ known: Set<String>) throws -> [String: JSON] {
    // An error means that the body is not JSON.
    guard let json = try? JSON.parse(request.body), case .object(let members) = json else {
      throw refusal(400, "Problems parsing JSON")
    }
    if request.fields["content-type"]?.hasPrefix("application/json") != true {
      report(.error, "the body is JSON, and the Content-Type says \(request.fields["content-type"] ?? "nothing")")
    }
    for name in members.keys.sorted() where !known.contains(name) { report(.error, "unknown property \(name)") }
    return members
  }

  /// Returns a required text.
  ///
  /// - Parameter limit: the maximum length, in Unicode scalars.
  func text(_ name: String, in members: [String: JSON], atMost limit: Int) throws -> String {
    guard let text = try optionalText(name, in: members, atMost: limit) else {
      throw refusal(422, "Invalid request. \"\(name)\" wasn't supplied.")
    }
    guard !text.allSatisfy(\.isWhitespace) else { throw refusal(422, "Validation Failed: \(name) is blank") }
    return text
  }

  func optionalText(_ name: String, in members: [String: JSON], atMost limit: Int) throws -> String? {
    switch members[name] {
    case nil, .null: return nil
    case .text(let text):
      guard text.unicodeScalars.count <= limit else {
        throw refusal(422, "Validation Failed: \(name) is too long (maximum is \(limit) characters)")
      }
      return text
    default: throw refusal(422, "Invalid request. For '\(name)', what was given is not a string.")
    }
  }

  /// Returns a required text that is one of some words.
  func word(_ name: String, in members: [String: JSON], of allowed: Set<String>) throws -> String {
    let word = try text(name, in: members, atMost: 100)
    guard allowed.contains(word) else {
      throw refusal(422, "Invalid request. For '\(name)', \(word) is not included in the list.")
    }
    return word
  }

  func integer(_ name: String, in members: [String: JSON]) throws -> Int {
    guard let integer = members[name]?.integer else {
      throw refusal(422, "Invalid request. \"\(name)\" wasn't supplied, or is not an integer.")
    }
    return integer
  }
}
