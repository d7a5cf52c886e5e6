// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HTTPTypes
package import SecretMasking

/// A request and its outcome, without secrets.
package struct RecordedExchange: Sendable {
  /// The properties of a request that must be equal to match a recorded one.
  package struct Question: Hashable, Sendable {
    package let method: String
    package let address: String
    package let body: Data

    /// Creates the question of a request.
    package init(_ request: TransportRequest, mask: SecretMask) throws(TransportError) {
      guard let address = HTTPAddress(request.head) else {
        throw TransportError(.badRequest, "the request has no http or https address")
      }
      method = request.head.method.rawValue
      self.address = mask.masked(address)
      body = mask.masked(request.body.data)
    }

    init(_ text: HTTPText) throws(HTTPText.Failure) {
      let parts = text.firstLine.split(separator: " ")
      guard parts.count == 2 else { throw HTTPText.Failure(message: "has no method and address in its first line") }
      method = String(parts[0])
      address = String(parts[1])
      body = text.body
    }

    package var isRead: Bool { HTTPRequest.Method(method)?.isSafe == true }
    package var line: String { "\(method) \(address)" }

    /// The body for people: each member of its JSON object, with line breaks; `nil` without such a body.
    var readable: Data? {
      guard let members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { return nil }
      let lines = members.sorted { $0.key < $1.key }.map { name, value in
        let text = (value as? String) ?? Self.text(of: value)
        return text.contains("\n") ? "\(name):\n\(text)" : "\(name): \(text)"
      }
      return Data("\(line)\n\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    private static func text(of value: Any) -> String {
      let options: JSONSerialization.WritingOptions = [
        .fragmentsAllowed, .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
      ]
      // A value that was just parsed can be written.
      let data = try? JSONSerialization.data(withJSONObject: value, options: options)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  typealias Outcome = Result<HTTPText, TransportError>

  package let question: Question
  let outcome: Outcome
  /// Whether the request has a header field with a credential.
  let hasCredential: Bool

  /// The first word of the file of an outcome that is an error.
  private static let errorWord = "ERROR"

  /// Returns the contents of the outcome's file.
  static func text(of outcome: Outcome) -> HTTPText {
    switch outcome {
    case .success(let text): text
    case .failure(let error): HTTPText(firstLine: "\(errorWord) \(error.code.rawValue)", body: Data(error.message.utf8))
    }
  }

  /// Parses the file of an outcome.
  static func outcome(of text: HTTPText) throws(HTTPText.Failure) -> Outcome {
    guard text.firstLine.hasPrefix(errorWord) else {
      // An invalid response is detected here, not in the middle of a replay.
      _ = try text.response()
      return .success(text)
    }
    let code = text.firstLine.dropFirst(errorWord.count).trimmingCharacters(in: .whitespaces)
    return .failure(TransportError(.init(rawValue: code), String(decoding: text.body, as: UTF8.self)))
  }
}

/// Masks values by the names of header fields, query parameters and JSON members.
extension SecretMask {
  private static let names = ["token", "secret", "password", "signature", "key"]

  /// Also masks values in the query whose names mark them as secrets.
  func masked(_ address: HTTPAddress) -> String {
    let parts = address.description.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return masked(address.description) }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      let isSecret = Self.names.contains { name.lowercased().contains($0) }
      return isSecret ? "\(name)=\(Self.replacement)" : String(pair)
    }
    return masked("\(parts[0])?\(query.joined(separator: "&"))")
  }

  func masked(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.map { HTTPField(name: $0.name, value: $0.isSecret ? Self.replacement : masked($0.value)) })
  }

  /// Also masks values in JSON whose names mark them as tokens or passwords. Bytes that are not text stay unchanged.
  func masked(_ body: Data) -> Data {
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    let member = /("[^"]*(?:token|secret|password|private_key)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*"/.ignoresCase()
    return Data(masked(text.replacing(member) { "\($0.1)\(Self.replacement)\"" }).utf8)
  }
}
