// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import Logging
import SecretMasking

/// A value of metadata, masked and bounded.
indirect enum LogValue: Hashable, Sendable {
  /// A line has no room for more.
  private enum Limit {
    static let depth = 4
    static let members = 32
    static let textBytes = 1024
  }

  case text(String)
  /// Digits, which JSON has without quotes.
  case number(String)
  case list([LogValue])
  case object([LogMember])

  init(_ value: Logger.Metadata.Value, mask: SecretMask, depth: Int = 1) {
    switch value {
    case .string(let text): self = .text(Self.cut(text, mask))
    case .stringConvertible(let value as any BinaryInteger): self = .number("\(value)")
    case .stringConvertible(let value): self = .text(Self.cut(value.description, mask))
    case .array where depth > Limit.depth, .dictionary where depth > Limit.depth: self = .text("…")
    case .array(let values):
      self = .list(values.prefix(Limit.members).map { LogValue($0, mask: mask, depth: depth + 1) })
    case .dictionary(let values): self = .object(LogMember.all(of: values, mask: mask, depth: depth + 1))
    }
  }

  var json: String {
    switch self {
    case .text(let text): "\"\(HostileText(text).logText(isQuoted: true))\""
    case .number(let digits): digits
    case .list(let values): "[\(values.map(\.json).joined(separator: ","))]"
    case .object(let members): "{\(members.map(\.json).joined(separator: ","))}"
    }
  }

  /// A plain word as it is, any other text in quotes, a list or an object as JSON in quotes.
  var text: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let digits): digits
    case .list, .object: Self.quoted(json)
    }
  }

  /// The text in quotes, unless it is one unambiguous word.
  static func quoted(_ text: String) -> String {
    let visible = HostileText(text).logText(isQuoted: true)
    let isWord =
      !text.isEmpty && visible == text && !text.unicodeScalars.contains { $0 == "=" || $0.properties.isWhitespace }
    return isWord ? text : "\"\(visible)\""
  }

  static func cut(_ text: String, _ mask: SecretMask, to limit: Int = Limit.textBytes) -> String {
    let (text, isCut) = mask.masked(text, limit: limit)
    return isCut ? text + "…" : text
  }
}
