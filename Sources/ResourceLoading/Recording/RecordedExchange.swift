// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking

/// A request and what came of it, without secrets.
struct RecordedExchange: Sendable {
  /// What two requests must have in common to be the same in a conversation.
  struct Question: Hashable, Sendable {
    let method: String
    let address: String
    let body: Data

    /// The question that a request is.
    init(_ request: TransportRequest, mask: SecretMask) throws(TransportError) {
      guard let address = HTTPAddress(request.head) else {
        throw TransportError(.badRequest, "the request has no http or https address")
      }
      method = request.head.method.rawValue
      self.address = mask.masked(address)
      body = mask.masked(try request.body.contents())
    }

    init(_ text: HTTPText) throws(HTTPText.Failure) {
      let parts = text.firstLine.split(separator: " ")
      guard parts.count == 2 else { throw HTTPText.Failure(message: "has no method and address in its first line") }
      method = String(parts[0])
      address = String(parts[1])
      body = text.body
    }

    var line: String { "\(method) \(address)" }
  }

  typealias Outcome = Result<HTTPText, TransportError>

  let question: Question
  let outcome: Outcome

  /// How the file of an outcome begins that is an error.
  private static let errorWord = "ERROR"

  /// The file of the outcome.
  static func text(of outcome: Outcome) -> HTTPText {
    switch outcome {
    case .success(let text): text
    case .failure(let error): HTTPText("\(errorWord) \(error.code.rawValue)", body: Data(error.message.utf8))
    }
  }

  /// What the file of an outcome says.
  static func outcome(of text: HTTPText) throws(HTTPText.Failure) -> Outcome {
    guard text.firstLine.hasPrefix(errorWord) else {
      // That it can be an answer is found out here, not in the middle of a replay.
      _ = try text.response()
      return .success(text)
    }
    let code = text.firstLine.dropFirst(errorWord.count).trimmingCharacters(in: .whitespaces)
    return .failure(TransportError(.init(rawValue: code), String(decoding: text.body, as: UTF8.self)))
  }
}

/// What the names of fields, of a query's values and of JSON's members say about their values.
extension SecretMask {
  private static let names = ["token", "secret", "password", "signature", "key"]

  /// Also hides values in the query whose names say that they are secrets.
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

  /// Also hides values in JSON whose names say that they are tokens or passwords. Bytes that are no text are left
  /// alone.
  func masked(_ body: Data) -> Data {
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    let member = /("[^"]*(?:token|secret|password|private_key)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*"/.ignoresCase()
    return Data(masked(text.replacing(member) { "\($0.1)\(Self.replacement)\"" }).utf8)
  }
}
