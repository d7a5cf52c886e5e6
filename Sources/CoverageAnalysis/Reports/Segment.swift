// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// From here to the next segment of the file, every character has this count.
struct Segment: Hashable, Sendable {
  /// 1-based.
  let line: Int
  /// 1-based, in UTF-8 bytes.
  let column: Int
  let count: Int
  /// Whether there is anything to count: not in skipped code.
  let hasCount: Bool
  /// Whether this is the space between regions, which nobody executes.
  let isGap: Bool

  /// Whether something here can be executed.
  var isMapped: Bool { hasCount && !isGap }
}

/// On the wire: `[line, column, count, hasCount, isRegionEntry, isGapRegion]`; the last came with version 2.
extension Segment: Decodable {
  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    line = try fields.decode(Int.self)
    column = try fields.decode(Int.self)
    // A counter that overflowed is unsigned; what matters is whether it is 0.
    count = Int(clamping: try fields.decode(UInt64.self))
    hasCount = try fields.decode(Bool.self)
    _ = try fields.decode(Bool.self)
    isGap = fields.isAtEnd ? false : try fields.decode(Bool.self)
  }
}
