// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// A file with coverage in one of the formats that are known.
struct ReportFile {
  /// What messages call it.
  let file: FilePath
  /// Where it was made, in reach of a tool that reads hostile files; `nil` for one that the caller named.
  private let directory: ContainedDirectory?

  init(file: FilePath) {
    self.file = file
    directory = nil
  }

  init(_ name: String, in directory: ContainedDirectory) {
    file = directory.path.appending(name)
    self.directory = directory
  }

  /// What it says of the wanted files.
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
      guard let directory else { return try OpenFile(named: file) }
      return try directory.file(at: file.lastComponent?.string ?? "")
    } catch .notARegularFile {
      throw CoverageError(.unreadable, "the coverage report \(file) is not a regular file", remedy: "name a file")
    } catch {
      throw MappedFile.unreadable(file, "\(error)")
    }
  }

  private func error(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> CoverageError {
    let (code, remedy): (CoverageError.Code, String) =
      switch fault.kind {
      case .malformed: (.malformed, "make the report anew, with llvm-cov export -format=text or -format=lcov")
      case .truncated:
        (.malformed, "make the report anew: it is cut off, as when a disk is full or a command was ended")
      case .unknownVersion:
        (
          .unknownFormat,
          "export with llvm-cov export -format=text or -format=lcov; a newer format needs a newer reviewbot"
        )
      case .tooLarge: (.tooLarge, "export fewer files")
      }
    return CoverageError(code, "the coverage report \(file), \(place(fault, bytes)): \(fault.message)", remedy: remedy)
  }

  /// A line where there are several, and a byte in it where it is long.
  private func place(_ fault: ScanFault, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let offset = min(fault.offset + (bytes.count - bytes.withoutMark.count), bytes.count)
    guard (try? ReportFormat(bytes)) != .export else { return "byte \(offset)" }
    return "line \(bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1)"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Without the byte order mark that some programs write first.
  fileprivate var withoutMark: UnsafeBufferPointer<UInt8> {
    ByteCursor(self).starts(with: "\u{feff}") ? UnsafeBufferPointer(rebasing: self[3...]) : self
  }
}
