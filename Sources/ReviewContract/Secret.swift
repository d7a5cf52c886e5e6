// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import SecretMasking

/// A secret text, such as a token.
///
/// Its description and its reflection are `***`. It is deliberately not Codable: no file of the program contains a
/// secret.
package struct Secret: Hashable, Sendable {
  private let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// Returns the text, for the code that sends it.
  package func reveal() -> String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Masks secrets in any JSON: in each text, in the names of members, and across the texts of a list, such as lines.
package enum MaskedJSON {
  /// - Returns: the same bytes when they contain no secret, or are invalid JSON, which the reader of the file reports.
  package static func masked(_ data: Data, by mask: SecretMask) -> Data {
    guard !mask.isEmpty, let value = try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]),
      let masked = masked(value, mask)
    else { return data }
    do {
      return try JSONSerialization.data(
        withJSONObject: masked, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    } catch {
      preconditionFailure("JSON that was read cannot be written: \(error)")
    }
  }

  /// - Returns: `nil` when it contains no secret.
  private static func masked(_ value: Any, _ mask: SecretMask) -> Any? {
    switch value {
    case let text as String:
      let masked = mask.masked(text)
      return masked == text ? nil : masked
    case let lines as [String]:
      let masked = mask.masked(lines: lines)
      return masked == lines ? nil : masked
    case let elements as [Any]:
      let masked = elements.map { self.masked($0, mask) }
      return masked.contains { $0 != nil } ? zip(elements, masked).map { $1 ?? $0 } : nil
    case let members as [String: Any]:
      var isChanged = false
      var result: [String: Any] = [:]
      for (name, value) in members {
        let (newName, newValue) = (mask.masked(name), masked(value, mask))
        isChanged = isChanged || newName != name || newValue != nil
        result[newName] = newValue ?? value
      }
      return isChanged ? result : nil
    default: return nil
    }
  }
}

extension Report {
  /// Returns the report without secrets, in case code under review had access to them and printed them.
  ///
  /// - Throws: an error of encoding, or ``ReportFileError``.
  package func masked(by mask: SecretMask) throws -> Report {
    guard !mask.isEmpty else { return self }
    let data = try ReportFile.encode(self)
    let masked = MaskedJSON.masked(data, by: mask)
    return masked == data ? self : try ReportFile.decode(masked)
  }
}
