// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A value that a store keeps as bytes.
package protocol StoredValue: Sendable {
  /// - Returns: `nil` for bytes that are not those of a value.
  init?(stored bytes: [UInt8])

  func stored() throws -> [UInt8]
}

extension StoredValue where Self: Codable {
  package init?(stored bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }

  package func stored() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}

extension Array: StoredValue where Element == UInt8 {
  package init(stored bytes: [UInt8]) { self = bytes }

  package func stored() -> [UInt8] { self }
}
