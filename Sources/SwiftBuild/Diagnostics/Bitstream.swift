// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Walks a file in LLVM's bitstream format: blocks in blocks, with records of numbers and a text.
///
/// The compiler wrote it, in a folder that the code under review can write to. So every count is bounded by the rest of
/// the file, the depth is bounded, and the whole is bounded by ``maximumRecords``.
struct Bitstream {
  struct Record {
    let code: UInt64
    let values: [UInt64]
    let text: ArraySlice<UInt8>
  }

  enum Event {
    case enter(block: UInt64)
    case record(block: UInt64, Record)
    case leave(block: UInt64)
  }

  struct Malformed: Error {}

  static let maximumDepth = 8
  static let maximumRecords = 200_000
  private static let maximumOperands = 4096

  private enum Operand {
    case literal(UInt64)
    case fixed(Int)
    case variable(Int)
    case array, character, blob
  }

  private var reader: BitReader
  private var shared: [UInt64: [[Operand]]] = [:]
  private var records = 0

  init(_ bytes: [UInt8], magic: String) throws(Malformed) {
    guard bytes.starts(with: magic.utf8) else { throw Malformed() }
    reader = BitReader(bytes: bytes, position: magic.utf8.count * 8)
  }

  mutating func walk(_ visit: (Event) -> Void) throws(Malformed) {
    do {
      try walk(block: .max, width: 2, depth: 0, visit)
    } catch {
      throw Malformed()
    }
  }

  private mutating func walk(block: UInt64, width: Int, depth: Int, _ visit: (Event) -> Void) throws {
    guard depth <= Self.maximumDepth else { throw Malformed() }
    var abbreviations = shared[block] ?? []
    var described: UInt64?
    while !reader.isAtEnd {
      records += 1
      guard records <= Self.maximumRecords else { throw Malformed() }
      switch try reader.fixed(width) {
      case 0:
        try reader.align()
        return
      case 1:
        let inner = try reader.variable(8)
        let width = try reader.count(4, limit: 32)
        guard width >= 2 else { throw Malformed() }
        try reader.align()
        _ = try reader.fixed(32)
        visit(.enter(block: inner))
        try walk(block: inner, width: width, depth: depth + 1, visit)
        visit(.leave(block: inner))
      case 2:
        let abbreviation = try readAbbreviation()
        if block == 0 {
          guard let described else { throw Malformed() }
          shared[described, default: []].append(abbreviation)
        } else {
          abbreviations.append(abbreviation)
        }
      case 3:
        let code = try reader.variable(6)
        let count = try reader.count(6, limit: Self.maximumOperands)
        var values: [UInt64] = []
        for _ in 0..<count { values.append(try reader.variable(6)) }
        // Block 0 describes other blocks: record 1 contains the number of the described block.
        if block == 0, code == 1 { described = values.first }
        if block != 0 { visit(.record(block: block, Record(code: code, values: values, text: []))) }
      case let id:
        guard id - 4 < UInt64(abbreviations.count) else { throw Malformed() }
        visit(.record(block: block, try record(abbreviations[Int(id - 4)])))
      }
    }
  }

  private mutating func readAbbreviation() throws -> [Operand] {
    var operands: [Operand] = []
    for _ in 0..<(try reader.count(5, limit: 64)) {
      if try reader.fixed(1) == 1 {
        operands.append(.literal(try reader.variable(8)))
        continue
      }
      switch try reader.fixed(3) {
      case 1: operands.append(.fixed(try reader.count(5, limit: 64)))
      case 2: operands.append(.variable(try reader.count(5, limit: 32)))
      case 3: operands.append(.array)
      case 4: operands.append(.character)
      case 5: operands.append(.blob)
      default: throw Malformed()
      }
    }
    return operands
  }

  private mutating func record(_ abbreviation: [Operand]) throws -> Record {
    var values: [UInt64] = []
    var text: ArraySlice<UInt8> = []
    var index = 0
    while index < abbreviation.count {
      switch abbreviation[index] {
      case .array:
        guard index + 1 < abbreviation.count else { throw Malformed() }
        for _ in 0..<(try reader.count(6, limit: Self.maximumOperands)) {
          values.append(try scalar(abbreviation[index + 1]))
        }
        index += 1
      case .blob: text = try reader.blob(try reader.count(6, limit: reader.bytes.count))
      case let operand: values.append(try scalar(operand))
      }
      index += 1
    }
    guard let code = values.first else { throw Malformed() }
    return Record(code: code, values: Array(values.dropFirst()), text: text)
  }

  private mutating func scalar(_ operand: Operand) throws -> UInt64 {
    switch operand {
    case .literal(let value): value
    case .fixed(let width): try reader.fixed(width)
    case .variable(let width): width == 0 ? 0 : try reader.variable(width)
    case .character: try reader.fixed(6)
    case .array, .blob: throw Malformed()
    }
  }
}

/// Reads numbers of any width from bytes, the lowest bit first.
struct BitReader {
  struct End: Error {}

  let bytes: [UInt8]
  private(set) var position = 0

  /// Whether only padding is left.
  var isAtEnd: Bool { position + 32 > bytes.count * 8 }

  mutating func fixed(_ width: Int) throws(End) -> UInt64 {
    guard (0...64).contains(width), position + width <= bytes.count * 8 else { throw End() }
    var value: UInt64 = 0
    var got = 0
    while got < width {
      let offset = position & 7
      let count = min(8 - offset, width - got)
      let bits = UInt64(bytes[position >> 3] >> UInt8(offset)) & ((1 << UInt64(count)) - 1)
      value |= bits << UInt64(got)
      got += count
      position += count
    }
    return value
  }

  /// Reads a number in pieces of `width` bits, whose highest bit is set if another piece follows.
  mutating func variable(_ width: Int) throws(End) -> UInt64 {
    guard (2...32).contains(width) else { throw End() }
    let more = UInt64(1) << UInt64(width - 1)
    var value: UInt64 = 0
    var shift = 0
    while true {
      let piece = try fixed(width)
      guard shift < 64 else { throw End() }
      value |= (piece & (more - 1)) << UInt64(shift)
      if piece & more == 0 { return value }
      shift += width - 1
    }
  }

  /// Reads a number that is used as a count or an index.
  mutating func count(_ width: Int, limit: Int) throws(End) -> Int {
    let value = try variable(width)
    guard value <= UInt64(limit) else { throw End() }
    return Int(value)
  }

  mutating func align() throws(End) {
    let aligned = (position + 31) & ~31
    guard aligned <= bytes.count * 8 else { throw End() }
    position = aligned
  }

  mutating func blob(_ count: Int) throws(End) -> ArraySlice<UInt8> {
    try align()
    let start = position >> 3
    guard count <= bytes.count - start else { throw End() }
    position += count * 8
    try align()
    return bytes[start..<start + count]
  }
}
