// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SystemPackage

/// A folder of prepared answers.
struct StubFolder: Sendable {
  let path: FilePath

  func answer(to request: HTTPRequest) throws(TransportError) -> TransportResponse {
    let name = request.method.rawValue + (request.path ?? "/")
    guard !name.split(separator: "/").contains("..") else {
      throw TransportError(.unprepared, "\(name) leads out of the folder of answers")
    }
    for candidate in [name, name + ".json"] {
      let file = path.appending(FilePath(candidate).components)
      // A file that is not there is the usual case of the first candidate.
      if let data = try? Data(contentsOf: URL(fileURLWithPath: file.string)) { return try parse(data, name: candidate) }
    }
    throw TransportError(.unprepared, "nobody prepared an answer to \(name) in \(path)")
  }

  private func parse(_ data: Data, name: String) throws(TransportError) -> TransportResponse {
    guard data.starts(with: Data("HTTP/".utf8)) else { return TransportResponse(status: .ok, body: data) }
    let end = data.range(of: Data("\r\n\r\n".utf8)) ?? data.range(of: Data("\n\n".utf8))
    let head = String(decoding: data[..<(end?.lowerBound ?? data.endIndex)], as: UTF8.self)
    var lines = head.split(whereSeparator: \.isNewline)
    guard let code = lines.removeFirst().split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      (100...999).contains(code)
    else { throw TransportError(.unprepared, "\(name) has no status in its first line") }
    var fields = HTTPFields()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let field = HTTPField.Name(String(parts[0])) else {
        throw TransportError(.unprepared, "\(name) has a line that is no header field: \(line)")
      }
      fields.append(HTTPField(name: field, value: parts[1].trimmingCharacters(in: .whitespaces)))
    }
    let body = end.map { Data(data[$0.upperBound...]) } ?? Data()
    return TransportResponse(status: .init(code: code), headerFields: fields, body: body)
  }
}
