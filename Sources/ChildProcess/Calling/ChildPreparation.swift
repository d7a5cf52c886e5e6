// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The first line of a child's standard input: what it does before it reads its request, perhaps in another process that takes its
/// place.
package enum ChildPreparation {
  package struct Failure: Error, CustomStringConvertible {
    package let description = "this subcommand is for reviewbot's own use"
  }

  private static let maximumBytes = 1 << 20

  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    // JSON holds no line feed but between its parts, where the encoder puts none.
    Array(try JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Reads the line and nothing after it.
  package static func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    var line = Data()
    var byte: UInt8 = 0
    while line.count < maximumBytes {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { throw Failure() }
      if byte == UInt8(ascii: "\n") { return try JSONDecoder().decode(type, from: line) }
      line.append(byte)
    }
    throw Failure()
  }
}
