// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import HostileText
package import ReviewContract
package import SystemPackage

/// Validates files that a caller names as inputs of the LLVM tools, whose own messages do not say which file is wrong.
package enum MeasurementInput {
  /// - Throws: ``CoverageError`` with `unreadable`, or with `unknownFormat` for a file that is not a profile of a run.
  package static func validate(profile: FilePath) throws(CoverageError) {
    try validate(
      profile, isProfile, what: "coverage profile",
      remedy: "name a .profraw or .profdata file, such as .build/debug/codecov/default.profdata")
  }

  /// - Throws: ``CoverageError`` with `unreadable`, or with `unknownFormat` for a file that is not a program.
  package static func validate(program: FilePath) throws(CoverageError) {
    try validate(
      program, isProgram, what: "test program", remedy: "name the executable that wrote the profile, in .build/debug")
  }

  private static func validate(
    _ file: FilePath, _ isValid: (ByteCursor) -> Bool, what: String, remedy: String
  ) throws(CoverageError) {
    let opened: OpenFile
    do throws(ContainedDirectory.Failure) {
      opened = try OpenFile(named: file)
    } catch {
      throw CoverageError(
        .unreadable, "cannot read the \(what) \(file)", remedy: "check the path and its permissions",
        underlying: "\(error)")
    }
    try MappedFile.withBytes(of: opened, named: file) { (bytes) throws(CoverageError) in
      guard isValid(ByteCursor(bytes)) else {
        throw CoverageError(.unknownFormat, "\(file) is not a \(what)", remedy: remedy)
      }
    }
  }

  /// Returns whether the data begins like a profile: with the mark of a raw one, of a 64-bit or 32-bit program in either
  /// byte order, or of an indexed one.
  static func isProfile(_ start: ByteCursor) -> Bool {
    let marks: [StaticString] = ["rforpl", "Rforpl", "lprofr", "lprofR", "lprofi"]
    return marks.contains { start.starts(with: $0, at: start.position + 1) }
  }

  /// Returns whether the data begins like an ELF, Mach-O, PE or WebAssembly file, or an archive of such files.
  private static func isProgram(_ start: ByteCursor) -> Bool {
    let marks: [[UInt8]] = [
      [0x7f, 0x45, 0x4c, 0x46], [0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf], [0xce, 0xfa, 0xed, 0xfe],
      [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe], [0xca, 0xfe, 0xba, 0xbf], [0x4d, 0x5a],
      [0x00, 0x61, 0x73, 0x6d],
      Array("!<arch>".utf8),
    ]
    return marks.contains { start.bytes.starts(with: $0) }
  }
}
