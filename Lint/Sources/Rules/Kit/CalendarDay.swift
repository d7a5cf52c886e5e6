// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Comparable, Sendable {
  /// The first of January of the year 1.
  static let first = CalendarDay(number: 1)

  public static var today: CalendarDay { CalendarDay(Date()) }

  /// The days since the first day of the calendar, which is 1.
  private let number: Int

  private init(number: Int) {
    self.number = number
  }

  /// - Returns: nil if there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    let years = year - 1
    number = years * 365 + years / 4 - years / 100 + years / 400 + lengths[..<(month - 1)].reduce(0, +) + day
  }

  /// The day on which a time is, in the time zone of the machine.
  package init(_ time: Date) {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: time)
    self = Self(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1) ?? .first
  }

  /// Reads the numbers of a date in the order of a format such as `dd.MM.yyyy`.
  ///
  /// - Parameters:
  ///   - numbers: three, or a single one with the digits of all of them if the separator is empty.
  ///   - separator: the text between the numbers.
  /// - Returns: nil if they are no day, or the format does not have one year, month and day with this separator. A year
  ///   of two digits must be `yy` in the format, and is in this century.
  init?(_ numbers: [String], format: String, separator: String) {
    var fields: [(letter: Character, width: Int)] = []
    var literal = ""
    for character in format {
      guard character.isLetter else {
        literal.append(character)
        continue
      }
      if literal.isEmpty, let last = fields.indices.last, fields[last].letter == character {
        fields[last].width += 1
        continue
      }
      guard fields.isEmpty || literal == separator else { return nil }
      fields.append((character, 1))
      literal = ""
    }
    let numbers = numbers.count == 1 ? Self.parts(of: numbers[0], widths: fields.map(\.width)) : numbers
    guard fields.count == numbers.count, literal.isEmpty else { return nil }
    var values: [Character: Int] = [:]
    for (field, digits) in zip(fields, numbers) {
      guard let number = Int(digits) else { return nil }
      switch field.letter {
      case "y" where field.width == 2 && digits.count <= 2: values["y"] = 2_000 + number
      case "y" where digits.count == 4 || field.width == 1: values["y"] = number
      case "M" where field.width <= 2, "d" where field.width <= 2: values[field.letter] = number
      default: return nil
      }
    }
    guard let year = values["y"], let month = values["M"], let day = values["d"] else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Returns the digits of each field; none if there are more or fewer of them.
  private static func parts(of digits: String, widths: [Int]) -> [String] {
    guard digits.utf8.count == widths.reduce(0, +) else { return [] }
    var rest = digits[...]
    return widths.map { width in
      defer { rest = rest.dropFirst(width) }
      return String(rest.prefix(width))
    }
  }

  func days(since other: CalendarDay) -> Int { number - other.number }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
