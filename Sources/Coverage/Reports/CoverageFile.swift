// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// A file with coverage in a supported format.
struct CoverageReportFile {
  /// The file's name in messages.
  let file: FilePath
  /// The directory of the file, writable by a tool that reads hostile files; `nil` for a file that the caller named.
  private let directory: ContainedDirectory?

  /// The path of the file.
  private let place: FilePath

  /// - Parameter name: the file's name in messages; `nil` for its path.
  init(file: FilePath, name: String? = nil) {
    self.file = name.map { FilePath($0) } ?? file
    place = file
    directory = nil
  }

  init(_ name: String, in directory: ContainedDirectory) {
    file = directory.path.appending(name)
    place = file
    self.directory = directory
  }

  /// Reads the coverage of the wanted files.
  func files(_ paths: ReportPaths) throws(CoverageError) -> [MeasuredFile] {
    try MappedFile.withBytes(of: open(), named: file) { (bytes) throws(CoverageError) in
      do throws(ScanFault) {
        switch try ReportFormat(bytes) {
        case .export: return try LLVMExport.files(in: bytes.withoutMark, paths)
        case .lcov: return try LCOV.files(in: bytes.withoutMark, paths)
        }
      } catch {
        throw self.error(error, bytes)
      }
    }
  }

  private func open() throws(CoverageError) -> OpenFile {
    do throws(ContainedDirectory.Failure) {
      guard let directory else { return try OpenFile(named: place) }
      return try directory.file(at: file.name)
    } catch .notARegularFile {
      throw CoverageError(.unreadable, "the coverage report \(file) is not a regular file", remedy: "name a file")
    } catch {
      throw MappedFile.unreadable(file, "\(error)")
    }
  }

  private func error(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> CoverageError {
    let (code, remedy): (CoverageError.Code, String) =
      switch fault.kind {
      case .malformed: (.malformed, "create the report again with llvm-cov export -format=text or -format=lcov")
      case .truncated:
        (
          .malformed,
          "create the report again: it is truncated, for example because the disk was full or the command was interrupted"
        )
      case .unknownVersion:
        (
          .unknownFormat,
          "export with llvm-cov export -format=text or -format=lcov; a newer format needs a newer reviewbot"
        )
      case .tooLarge: (.tooLarge, "export fewer files")
      }
    return CoverageError(code, "the coverage report \(file), \(place(fault, bytes)): \(fault.message)", remedy: remedy)
  }

  /// Returns the line of a fault, or its byte in the export, which has long lines.
  private func place(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let offset = min(fault.offset + (bytes.count - bytes.withoutMark.count), bytes.count)
    guard (try? ReportFormat(bytes)) != .export else { return "byte \(offset)" }
    return "line \(bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1)"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without the byte order mark that some programs write first.
  fileprivate var withoutMark: UnsafeBufferPointer<UInt8> {
    ByteCursor(self).starts(with: "\u{feff}") ? UnsafeBufferPointer(rebasing: self[3...]) : self
  }
}

/// The format of a report, detected by its first bytes, because file names are unreliable.
enum ReportFormat {
  case export, lcov

  /// Prefixes of the lines of LCOV.
  private static let lcovWords: [StaticString] = [
    "TN:", "SF:", "VER:", "FN:", "FNL:", "FNA:", "FNDA:", "FNF:", "FNH:", "BRDA:", "BRF:", "BRH:", "MCDC:", "MCF:",
    "MCH:", "DA:",
    "LF:", "LH:", "end_of_record", "#",
  ]

  /// - Throws: ``ScanFault`` when it is neither.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ScanFault) {
    var cursor = JSONCursor(bytes)
    if cursor.bytes.starts(with: "\u{feff}") { cursor.bytes.position = 3 }
    cursor.skipSpace()
    let start = cursor.bytes
    if start.next == UInt8(ascii: "{") {
      self = .export
    } else if Self.lcovWords.contains(where: { start.starts(with: $0) }) {
      self = .lcov
    } else {
      throw start.fault(.unknownVersion, "it is \(Self.guess(start)), neither JSON of llvm-cov export nor LCOV")
    }
  }

  private static func guess(_ start: ByteCursor) -> String {
    if start.isAtEnd { return "blank" }
    if start.starts(with: "<") { return "XML" }
    // The first byte of gzip.
    if start.next == 0x1f { return "compressed" }
    if start.starts(with: "rforpl", at: 1) || start.starts(with: "lprofi", at: 1) { return "a profile" }
    return "data that begins with \(start.excerpt(at: start.position))"
  }
}

/// The coverage of one requested file in one report.
struct MeasuredFile: Sendable {
  /// Relative to the repository's root.
  let path: String
  let source: CountSource
}

/// A count that applies to every character up to the next segment of the file.
struct Segment: Hashable, Sendable {
  /// 1-based.
  let line: UInt32
  /// 1-based, in UTF-8 bytes.
  let column: UInt32
  /// The maximum value for a counter that overflowed.
  let count: UInt64
  /// Whether there is a counter: not in skipped code.
  let hasCount: Bool
  /// Whether this is a gap between regions, which is never executed.
  let isGap: Bool

  /// Whether the segment can be executed.
  var isMapped: Bool { hasCount && !isGap }

  /// Returns whether the segment begins at or before a position.
  func begins(atOrBefore line: Int, _ column: Int) -> Bool {
    self.line == line ? self.column <= column : self.line < line
  }

  /// Returns whether the segment begins at or after a position.
  func begins(atOrAfter line: Int, _ column: Int) -> Bool {
    self.line == line ? self.column >= column : self.line > line
  }
}
