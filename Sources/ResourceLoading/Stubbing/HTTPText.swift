// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// A message as a file for people: a first line, header fields, an empty line and the body.
struct HTTPText: Hashable, Sendable {
  /// What is wrong with a text, as the rest of a sentence that begins with its name.
  struct Failure: Error {
    let message: String
  }

  var firstLine: String
  var fields: HTTPFields
  var body: Data

  init(_ firstLine: String, fields: HTTPFields = [:], body: Data = Data()) {
    self.firstLine = firstLine
    self.fields = fields
    self.body = body
  }

  /// Lines may end in either way; the body is taken as it is.
  init(_ data: Data) throws(Failure) {
    let ends = ["\r\n\r\n", "\n\n"].compactMap { data.range(of: Data($0.utf8)) }
    let end = ends.min { $0.lowerBound < $1.lowerBound }
    let head = String(decoding: data[..<(end?.lowerBound ?? data.endIndex)], as: UTF8.self)
    var lines = head.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { throw Failure(message: "is empty") }
    self.init(String(lines.removeFirst()), body: end.map { Data(data[$0.upperBound...]) } ?? Data())
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let field = HTTPField.Name(String(parts[0])) else {
        throw Failure(message: "has a line that is no header field: \(line)")
      }
      fields.append(HTTPField(name: field, value: parts[1].trimmingCharacters(in: .whitespaces)))
    }
  }

  /// The text of the file.
  var data: Data {
    let lines = [firstLine] + fields.map { "\($0.name.rawName): \($0.value)" }
    return Data((lines.joined(separator: "\n") + "\n\n").utf8) + body
  }

  /// The answer that the text is.
  func response() throws(Failure) -> TransportResponse {
    guard let code = firstLine.split(separator: " ").dropFirst().first.flatMap({ Int($0) }), (100...999).contains(code)
    else { throw Failure(message: "has no status in its first line") }
    return TransportResponse(status: .init(code: code), headerFields: fields, body: body)
  }
}
