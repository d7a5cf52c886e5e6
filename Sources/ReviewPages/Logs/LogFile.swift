// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import CoreFoundation
import CDispatch
import Foundation
import HostileText
import SystemPackage

/// A growing log file, with the positions of some of its lines, so that any page of a long log is read in one step.
struct LogFile {
  /// Lines between two known positions.
  private static let step = 512
  private static let chunk = 1 << 20
  /// The maximum number of bytes of one page.
  private static let largestPage = 4 << 20

  let path: FilePath
  private(set) var index = LogIndex()
  /// The bytes of all complete lines.
  private(set) var size: Int64 = 0
  /// The positions of the lines 1, 513, 1025 and so on.
  private var positions: [Int64] = [0]
  private var identity: UInt64 = 0

  init(path: FilePath) { self.path = path }

  /// Reads the lines that were written since the last call.
  ///
  /// - Returns: whether the file exists.
  mutating func refresh() throws -> Bool {
    guard let descriptor = try open() else { return false }
    defer { try? descriptor.close() }
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    if UInt64(status.st_ino) != identity || Int64(status.st_size) < size {
      self = LogFile(path: path)
      identity = UInt64(status.st_ino)
    }
    var buffer = [UInt8](repeating: 0, count: Int64(status.st_size) > size ? Self.chunk : 0)
    while Int64(status.st_size) > size {
      let count = try buffer.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: size, into: $0) }
      let used = buffer.withUnsafeBytes { add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      guard used > 0 else { break }
      size += Int64(used)
    }
    return true
  }

  /// Adds complete lines, or all bytes of a chunk without a line end.
  ///
  /// - Returns: the number of bytes that were used.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var used = 0
    while let end = memchr(base + used, 0x0a, bytes.count - used) {
      let length = UnsafeRawPointer(end) - (base + used)
      add(line: UnsafeRawBufferPointer(start: base + used, count: length), next: used + length + 1)
      used += length + 1
    }
    if used == 0, bytes.count == Self.chunk {
      add(line: bytes, next: bytes.count)
      used = bytes.count
    }
    return used
  }

  private mutating func add(line: UnsafeRawBufferPointer, next: Int) {
    index.add(line)
    if index.lines.isMultiple(of: Self.step) { positions.append(size + Int64(next)) }
  }

  /// Returns the lines from a number on: fewer than `count` at the end of the log, and for very long lines.
  func lines(from first: Int, count: Int) throws -> [LogLine] {
    guard first >= 1, first <= index.lines, let descriptor = try open() else { return [] }
    defer { try? descriptor.close() }
    let block = min((first - 1) / Self.step, positions.count - 1)
    var number = block * Self.step + 1
    var lines: [LogLine] = []
    var position = positions[block]
    var bytes = 0
    while lines.count < count, position < size, bytes < Self.largestPage {
      let part = try read(descriptor, at: position, limit: 64 << 10)
      guard !part.isEmpty else { break }
      for line in part.lines {
        if number >= first, lines.count < count { lines.append(LogLine(number: number, text: line)) }
        number += 1
      }
      position += Int64(part.bytes)
      bytes += part.bytes
    }
    return lines
  }

  /// Returns the lines after a position, and the position after them.
  ///
  /// - Parameter line: the number of the first line.
  func lines(after position: Int64, line: Int, limit: Int) throws -> (lines: [LogLine], end: Int64) {
    guard position < size, let descriptor = try open() else { return ([], position) }
    defer { try? descriptor.close() }
    let part = try read(descriptor, at: position, limit: limit)
    let lines = part.lines.enumerated().map { LogLine(number: line + $0, text: $1) }
    return (lines, position + Int64(part.bytes))
  }

  /// Returns the position of a line; the end of the log for a later line.
  func position(of line: Int) throws -> Int64 {
    guard line <= index.lines, let descriptor = try open() else { return size }
    defer { try? descriptor.close() }
    let block = min(max(line - 1, 0) / Self.step, positions.count - 1)
    var rest = max(line - 1, 0) - block * Self.step
    var position = positions[block]
    while rest > 0, position < size {
      let part = try read(descriptor, at: position, limit: 64 << 10)
      guard part.bytes > 0 else { break }
      for end in part.ends.prefix(rest) { position = part.start + Int64(end) }
      rest -= min(rest, part.ends.count)
    }
    return position
  }

  /// Returns the number of the line at a position; `nil` if no line begins there.
  func line(at position: Int64) throws -> Int? {
    guard position >= 0, position <= size, let descriptor = try open() else { return nil }
    defer { try? descriptor.close() }
    let block = (positions.firstIndex { $0 > position } ?? positions.count) - 1
    var current = positions[max(block, 0)]
    var number = max(block, 0) * Self.step + 1
    while current < position {
      let part = try read(descriptor, at: current, limit: 64 << 10)
      guard part.bytes > 0 else { return nil }
      for end in part.ends {
        current = part.start + Int64(end)
        number += 1
        if current >= position { break }
      }
    }
    return current == position ? number : nil
  }

  /// Reads the next part of the file for a search.
  ///
  /// - Returns: whether the search is complete.
  func look(for search: inout LogSearch) throws -> Bool {
    guard !search.wanted.isEmpty, search.position < size, let descriptor = try open() else { return true }
    defer { try? descriptor.close() }
    let part = try read(descriptor, at: search.position, limit: Self.chunk)
    guard part.bytes > 0 else { return true }
    for line in part.matches(search.wanted) {
      guard search.lines.count < search.limit, search.bytes < Self.largestPage else {
        search.hasMore = true
        return true
      }
      let line = LogLine(number: search.number + line.index, text: line.text)
      // A search does not find what a line does not show.
      guard line.contains(search.wanted) else { continue }
      search.bytes += line.text.utf8.count
      search.lines.append(line)
    }
    search.number += part.ends.count
    search.position += Int64(part.bytes)
    return false
  }

  // MARK: Reading

  private func open() throws -> FileDescriptor? {
    do {
      return try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  private func read(_ descriptor: FileDescriptor, at position: Int64, limit: Int) throws -> LogPart {
    let limit = min(limit, Int(clamping: size - position))
    var part = try LogPart(descriptor, at: position, limit: limit)
    // A line that is longer than the limit.
    if part.isEmpty, limit > 0 {
      let limit = min(Self.chunk, Int(clamping: size - position))
      part = try LogPart(descriptor, at: position, limit: limit, isCut: limit == Self.chunk)
    }
    return part
  }
}

/// Complete lines of a log.
private struct LogPart {
  let start: Int64
  /// The offsets after the line ends.
  let ends: [Int]
  private let buffer: [UInt8]
  /// Whether the only line has no end.
  private let isCut: Bool

  /// - Parameter isCut: whether `limit` bytes without a line end are a line.
  init(_ descriptor: FileDescriptor, at start: Int64, limit: Int, isCut: Bool = false) throws {
    let buffer = try [UInt8](unsafeUninitializedCapacity: limit) { memory, count in
      count = try descriptor.read(fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(memory))
    }
    var ends: [Int] = []
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var used = 0
      while let end = memchr(base + used, 0x0a, bytes.count - used) {
        used = UnsafeRawPointer(end) - base + 1
        ends.append(used)
      }
    }
    self.isCut = isCut && ends.isEmpty && buffer.count == limit
    self.start = start
    self.ends = self.isCut ? [limit] : ends
    self.buffer = buffer
  }

  var bytes: Int { ends.last ?? 0 }
  var isEmpty: Bool { ends.isEmpty }

  var lines: [String] { ends.indices.map { text($0) } }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<(ends[index] - (isCut ? 0 : 1))
  }
  private func text(_ index: Int) -> String { String(decoding: buffer[range(index)], as: UTF8.self) }

  /// Returns the lines that contain bytes, without changes of the style and uppercase ASCII letters.
  func matches(_ wanted: [UInt8]) -> [(index: Int, text: String)] {
    let (text, ends) = plain
    return text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return wanted.withUnsafeBytes { wanted in
        guard let first = wanted.baseAddress else { return [] }
        func contains(_ start: Int, _ end: Int) -> Bool {
          reviewbot_find(base + start, end - start, first, wanted.count) != nil
        }
        // Most parts have no match; only then are single lines looked at.
        guard contains(0, bytes.count) else { return [] }
        return ends.indices.compactMap { index in
          contains(index == 0 ? 0 : ends[index - 1], ends[index]) ? (index, self.text(index)) : nil
        }
      }
    }
  }

  /// The text of all lines without line ends, changes of the style and uppercase ASCII letters, and where lines end.
  private var plain: (text: [UInt8], ends: [Int]) {
    var lineEnds: [Int] = []
    let text = [UInt8](unsafeUninitializedCapacity: bytes) { text, count in
      buffer.withUnsafeBufferPointer { buffer in
        var index = 0
        while index < bytes {
          let byte = buffer[index]
          if byte == 0x1b, let length = Self.styleLength(buffer, at: index, before: bytes) {
            index += length
            continue
          }
          index += 1
          guard byte != 0x0a else {
            lineEnds.append(count)
            continue
          }
          text[count] = byte.asciiLowercased
          count += 1
        }
      }
      if isCut { lineEnds.append(count) }
    }
    return (text, lineEnds)
  }

  /// Returns the length of a change of the style, as of ``HostileText/TerminalStyle``.
  private static func styleLength(_ buffer: UnsafeBufferPointer<UInt8>, at start: Int, before end: Int) -> Int? {
    guard start + 1 < end, buffer[start + 1] == UInt8(ascii: "[") else { return nil }
    var index = start + 2
    while index < end, index - start - 2 < TerminalStyle.longest,
      buffer[index] == UInt8(ascii: ";") || (0x30...0x39).contains(buffer[index])
    { index += 1 }
    return index < end && buffer[index] == UInt8(ascii: "m") ? index + 1 - start : nil
  }
}

/// A search for a text in a log, regardless of the case of ASCII letters.
struct LogSearch {
  fileprivate let wanted: [UInt8]
  fileprivate let limit: Int
  /// The next line.
  fileprivate var number = 1
  fileprivate var position: Int64 = 0
  fileprivate(set) var lines: [LogLine] = []
  fileprivate var bytes = 0
  /// Whether there are more lines than the limit.
  fileprivate(set) var hasMore = false

  init(_ text: String, limit: Int) {
    wanted = text.utf8.map(\.asciiLowercased)
    self.limit = limit
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}
