// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A time from a second to a day, as written in a configuration: `90s`, `10m`, `1h`.
package struct TimeLimit: Hashable, Sendable {
  package let seconds: Int

  package init?(_ text: String) {
    let unit: Int
    switch text.utf8.last {
    case UInt8(ascii: "s"): unit = 1
    case UInt8(ascii: "m"): unit = 60
    case UInt8(ascii: "h"): unit = 3600
    default: return nil
    }
    let digits = text.utf8.dropLast()
    guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text.dropLast()), (1...86_400).contains(count * unit)
    else { return nil }
    seconds = count * unit
  }

  package var duration: Duration { .seconds(seconds) }
}

/// In the largest unit without a rest, so that equal limits are written the same.
extension TimeLimit: CustomStringConvertible {
  package var description: String {
    if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}

extension TimeLimit: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let limit = TimeLimit(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a duration: \(text.prefix(40))")
    }
    self = limit
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
