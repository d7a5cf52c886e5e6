// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The JSON of a message that was sent as a form: GitHub's and Gitea's other content type, in which the field `payload` holds
/// it. What is signed is the form.
enum FormPayload {
  private static let type = "application/x-www-form-urlencoded"
  private static let field = Array("payload=".utf8)

  /// The body itself where it is no form.
  static func json(of message: WebhookMessage) throws(WebhookFault) -> [UInt8] {
    guard let type = message.field("content-type"), type.lowercased().hasPrefix(Self.type) else { return message.body }
    for part in message.body.split(separator: UInt8(ascii: "&")) where part.starts(with: field) {
      return try decoded(part.dropFirst(field.count))
    }
    throw WebhookFault("the form has no payload")
  }

  private static func decoded(_ text: ArraySlice<UInt8>) throws(WebhookFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = text[(index + 1)...].prefix(2)
        guard let byte = HexDigits.bytes(String(decoding: digits, as: UTF8.self), count: 1) else {
          throw WebhookFault("the form is not encoded as forms are")
        }
        bytes += byte
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    return bytes
  }
}
