// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes

/// Puts the head of an answer together from the lines that libcurl hands over.
struct HeadParser {
  private(set) var head = HTTPResponse(status: .init(code: 0))
  private(set) var byteCount = 0

  /// Takes one line. A status line starts over: what came before was an interim answer.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let line = bytes.prefix { $0 != 0x0d && $0 != 0x0a }
    if line.starts(with: "HTTP/".utf8) {
      let code = line.split(separator: 0x20).dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      head = HTTPResponse(status: .init(code: code.flatMap { (100...999).contains($0) ? $0 : nil } ?? 0))
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    {
      let value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
  }
}
