// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The capture groups of a regular expression in ICU's syntax: their count, and their numbers by name.
struct RegexGroups: Hashable, Sendable {
  private(set) var names: [String: Int] = [:]
  private(set) var count = 0

  init(_ regex: String) {
    let bytes = Array(regex.utf8)
    var index = 0
    var isInClass = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "Q") {
          index = Self.endOfQuotation(bytes, from: index + 2)
          continue
        }
        index += 1
      case UInt8(ascii: "["): isInClass += 1
      case UInt8(ascii: "]"): isInClass = max(0, isInClass - 1)
      case UInt8(ascii: "(") where isInClass == 0:
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "?") {
          if let name = Self.name(bytes, from: index + 2) {
            count += 1
            names[name] = count
          }
        } else {
          count += 1
        }
      default: break
      }
      index += 1
    }
  }

  /// The number of a group by its name or number; nil if there is none.
  func number(of name: String) -> Int? {
    guard let number = Int(name) else { return names[name] }
    return number <= count ? number : nil
  }

  private static func name(_ bytes: [UInt8], from start: Int) -> String? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "<"),
      ![UInt8(ascii: "="), UInt8(ascii: "!")].contains(bytes[start + 1]),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  }

  private static func endOfQuotation(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "E") { return index + 2 }
      index += 1
    }
    return bytes.count
  }
}
