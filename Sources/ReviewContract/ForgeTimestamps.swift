// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension Timestamp {
  /// Parses a timestamp in a format of the forges: `2013-12-03T17:23:34Z`, `2017-09-15 16:52:00 UTC`, with a fraction,
  /// or with an offset such as `+02:00` or ` +0200`. `nil` for other formats, such as a time without a zone.
  package init?(forgeText: String) {
    guard forgeText.utf8.count <= 40 else { return nil }
    var rest = Array(forgeText.utf8)[...]
    guard let year = Self.number(&rest, 4), Self.skip(&rest, "-"), let month = Self.number(&rest, 2),
      Self.skip(&rest, "-"), let day = Self.number(&rest, 2), Self.skip(&rest, "T") || Self.skip(&rest, " "),
      let hour = Self.number(&rest, 2), Self.skip(&rest, ":"), let minute = Self.number(&rest, 2),
      Self.skip(&rest, ":"), let second = Self.number(&rest, 2)
    else { return nil }
    // 60 is a leap second.
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60,
      let fraction = Self.milliseconds(&rest), let offset = Self.offset(&rest)
    else { return nil }
    let seconds = Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(milliseconds: Int64(seconds) * 1_000 + Int64(fraction))
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// Parses a fraction of a second, and returns milliseconds, rounded down; 0 without a fraction.
  private static func milliseconds(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard skip(&rest, ".") else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Parses the offset from UTC at the end of the text, and returns seconds, positive to the east.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    _ = skip(&rest, " ")
    if skip(&rest, "Z") || skip(&rest, "UTC") { return rest.isEmpty ? 0 : nil }
    let isWest = skip(&rest, "-")
    guard isWest || skip(&rest, "+"), let hours = number(&rest, 2), hours < 24 else { return nil }
    _ = skip(&rest, ":")
    guard let minutes = number(&rest, 2), minutes < 60, rest.isEmpty else { return nil }
    return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Returns the days since 1970-01-01, counted in years that begin in March, so that the leap day is the last day of a
  /// year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = (month + 9) % 12
    let century = year / 100
    return 365 * year + year / 4 - century + century / 4 + (153 * month + 2) / 5 + day - 1 - 719_468
  }
}
