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
    do {
      return try HTTPText(data).response()
    } catch {
      throw TransportError(.unprepared, "\(name) \(error.message)")
    }
  }
}
