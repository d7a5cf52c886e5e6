// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import HostileText
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
        switch try CoverageReportFormat(bytes) {
        case .export: return try LLVMExport.files(in: bytes.withoutMark, paths)
        case .lcov: return try LCOV.files(in: bytes.withoutMark, paths)
        case .xcodeLines: return try XcodeLines.files(in: bytes.withoutMark, paths)
        case .xcodeFunctions: return try XcodeFunctions.files(in: bytes.withoutMark, paths)
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

  private static let tools =
    "llvm-cov export -format=text, llvm-cov export -format=lcov, or xccov view --archive --json"

  private func error(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> CoverageError {
    let (code, remedy): (CoverageError.Code, String) =
      switch fault.kind {
      case .malformed: (.malformed, "create the report again with \(Self.tools)")
      case .truncated:
        (
          .malformed,
          "create the report again: it is truncated, for example because the disk was full or the command was interrupted"
        )
      case .unknownVersion:
        (
          .unknownFormat,
          "create it with \(Self.tools); a newer format needs a newer reviewbot"
        )
      case .tooLarge: (.tooLarge, "export fewer files")
      }
    return CoverageError(code, "the coverage report \(file), \(place(fault, bytes)): \(fault.message)", remedy: remedy)
  }

  /// Returns the line of a fault, or its byte in the export, which has long lines.
  private func place(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let offset = min(fault.offset + (bytes.count - bytes.withoutMark.count), bytes.count)
    // What is not JSON has lines, whether its format is known or not.
    let isJSON = (try? CoverageReportFormat(bytes)).map { $0 != .lcov } ?? false
    guard !isJSON else { return "byte \(offset)" }
    return "line \(bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1)"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without the byte order mark that some programs write first.
  var withoutMark: UnsafeBufferPointer<UInt8> {
    ByteCursor(self).starts(with: "\u{feff}") ? UnsafeBufferPointer(rebasing: self[3...]) : self
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
