// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A finding with the text of its first line.
public struct LocatedFinding: Sendable {
  public var finding: Finding
  /// The place of the line in the bytes of the finding's file.
  private let start: Int32
  /// Negative if the line is unknown.
  private let count: Int32

  /// - Parameter lineText: the text of the line without its line break; `nil` if it is unknown.
  public init(finding: Finding, lineText: String?) {
    guard let lineText else {
      self.init(finding, line: nil)
      return
    }
    var texts: [ObjectIdentifier: FindingTexts] = [:]
    let file = FindingFile(path: finding.path, bytes: Array(lineText.utf8))
    self.init(finding.moved(to: file, &texts), line: 0..<lineText.utf8.count)
  }

  /// - Parameter line: its bytes, without its line break, in those of the finding's ``FindingFile``.
  package init(_ finding: Finding, line: Range<Int>?) {
    self.finding = finding
    (start, count) = line.map { (Int32(clamping: $0.lowerBound), Int32(clamping: $0.count)) } ?? (0, -1)
  }

  /// The bytes of the line in those of the finding's ``FindingFile``; `nil` if it is unknown.
  package var line: Range<Int>? { count < 0 ? nil : Int(start)..<Int(start) + Int(count) }

  /// The text of the line without its line break; `nil` if it is unknown. It is made each time, and can have megabytes.
  public var lineText: String? { lineText(maximumBytes: .max) }

  /// Returns the text of the start of the line, which ends with U+FFFD if the limit divides a character.
  public func lineText(maximumBytes: Int) -> String? {
    withLine { String(decoding: $0.prefix(maximumBytes), as: UTF8.self) }
  }

  /// Lends the bytes of the line, which need not be UTF-8; returns `nil` if they are unknown.
  public func withLine<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard let line else { return nil }
    return finding.file.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[line])) }
  }

  /// Returns a 1-based column of the line in UTF-16 code units, without a byte order mark, which is not a part of the text; the same
  /// column if the line is unknown.
  ///
  /// - Parameter column: in bytes. One after the end of the line is the end.
  public func utf16Column(_ column: Int) -> Int {
    guard let line else { return column }
    return finding.file.bytes.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[line])
      var end = max(0, min(column - 1, bytes.count))
      // In ASCII, which most lines are, the units are bytes. A loop without an early exit is vectorized.
      var all: UInt8 = 0
      for byte in bytes[..<end] { all |= byte }
      if all < 0x80 { return end + 1 }
      // A column within a character is that of the character.
      while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
      let hasMark = bytes[..<end].starts(with: [0xef, 0xbb, 0xbf])
      return Self.utf16Count(bytes[..<end]) - (hasMark ? 1 : 0) + 1
    }
  }

  /// Returns the number of UTF-16 code units of UTF-8, without a string: a line can have megabytes, and a hundred thousand findings.
  /// Bytes that are not UTF-8 can count differently than in a string.
  private static func utf16Count(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var (count, rest) = (0, bytes)
    while !rest.isEmpty {
      // A small number for a few bytes: the loop is vectorized. A character of four bytes has two units.
      var units: UInt8 = 0
      for byte in rest.prefix(96) { units &+= (byte & 0xc0 != 0x80 ? 1 : 0) &+ (byte >= 0xf0 ? 1 : 0) }
      count += Int(units)
      rest = rest.dropFirst(96)
    }
    return count
  }

  /// Compares the findings by ``Finding/isInOrder(_:_:)``.
  public static func isInOrder(_ left: LocatedFinding, _ right: LocatedFinding) -> Bool {
    Finding.isInOrder(left.finding, right.finding)
  }
}

extension LocatedFinding: Hashable {
  public static func == (left: LocatedFinding, right: LocatedFinding) -> Bool {
    guard left.finding == right.finding else { return false }
    return left.withLine { line in right.withLine { $0.elementsEqual(line) } ?? false } ?? (right.line == nil)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(finding) }
}

extension [LocatedFinding] {
  /// Returns the findings of one file with their lines in place of the contents of the file if these are much larger, because the
  /// findings of all files are kept.
  package func keepingLines() -> [LocatedFinding] {
    guard let file = first?.finding.file else { return self }
    // Findings with the same line follow each other.
    var (needed, last) = (0, -1)
    for located in self {
      if let line = located.line, line.lowerBound != last {
        needed += line.count
        last = line.lowerBound
      }
    }
    guard file.bytes.count > 4 * needed + 4096 else { return self }
    var (bytes, starts): ([UInt8], [Int]) = ([], [])
    bytes.reserveCapacity(needed)
    last = -1
    for located in self {
      if let line = located.line, line.lowerBound != last {
        last = line.lowerBound
        starts.append(bytes.count)
        bytes += file.bytes[line]
      } else {
        starts.append(starts.last ?? 0)
      }
    }
    let small = FindingFile(path: file.path, bytes: bytes)
    var texts: [ObjectIdentifier: FindingTexts] = [:]
    return zip(self, starts).map { located, start in
      LocatedFinding(
        located.finding.moved(to: small, &texts), line: located.line.map { start..<start + $0.count })
    }
  }
}

// Not generic over the element: other modules would call the unspecialized code, which copies each element that it
// compares.
extension [LocatedFinding] {
  /// Returns the findings in the order of ``Finding/isInOrder(_:_:)``; the same array, without a copy, if they are
  /// sorted already.
  public func ordered() -> [LocatedFinding] {
    for index in indices.dropFirst() where LocatedFinding.isInOrder(self[index], self[index - 1]) {
      return sorted(by: LocatedFinding.isInOrder)
    }
    return self
  }
}
