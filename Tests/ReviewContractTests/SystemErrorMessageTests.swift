// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import SystemPackage
import Testing

struct SystemErrorMessageTests {
  /// The error numbers of Linux, without the two unassigned ones.
  private static let numbers = (1...133).filter { ![41, 58].contains($0) }

  @Test func `every errno has the system's message, alone and as an underlying error`() {
    for number in Self.numbers {
      let text = String(systemError: Errno(rawValue: CInt(number)))
      #expect(text == String(cString: strerror(CInt(number))))
      let posix = NSError(domain: NSPOSIXErrorDomain, code: number)
      let wrapped = NSError(domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: posix])
      let twice = NSError(domain: "x", code: 1, userInfo: [NSUnderlyingErrorKey: wrapped])
      for error in [posix, wrapped, twice] { #expect(String(systemError: error) == text) }
      #expect(!text.contains("Domain=") && !text.contains("(null)") && !text.contains("\n"))
    }
  }

  @Test func `an unknown errno is described by its number`() {
    #expect(String(systemError: Errno(rawValue: 4711)) == "unknown error 4711")
    #expect(String(systemError: NSError(domain: NSPOSIXErrorDomain, code: -3)) == "unknown error -3")
  }

  @Test(arguments: [
    (CocoaError.Code.fileNoSuchFile, "No such file or directory"),
    (.fileReadNoSuchFile, "No such file or directory"), (.fileReadNoPermission, "Permission denied"),
    (.fileWriteNoPermission, "Permission denied"), (.fileWriteFileExists, "File exists"),
    (.fileWriteOutOfSpace, "No space left on device"), (.fileWriteVolumeReadOnly, "Read-only file system"),
    (.fileReadTooLarge, "File too large"), (.fileWriteInvalidFileName, "File name too long"),
  ])
  func `file errors of Foundation have the system's message`(code: CocoaError.Code, text: String) {
    #expect(String(systemError: CocoaError(code)) == text)
    #expect(String(systemError: NSError(domain: NSCocoaErrorDomain, code: code.rawValue)) == text)
  }

  @Test func `an error without a system cause is described without its fields`() {
    let error = NSError(domain: NSCocoaErrorDomain, code: 512, userInfo: [NSFilePathErrorKey: "/secret"])
    #expect(String(systemError: error) == "unknown error (NSCocoaErrorDomain 512)")
    enum Plain: Error { case notARegularFile(limit: Int) }
    #expect(String(systemError: Plain.notARegularFile(limit: 1)) == "unknown error (Plain)")
    #expect(String(systemError: RunError("cannot x", remedy: "do y")) == "cannot x; do y")
  }

  @Test func `a directory that cannot be created throws the system's error`() {
    #expect(throws: Errno.notDirectory) { try DirectoryCreation.make("/dev/null/a/b") }
    #expect(throws: Errno.notDirectory) { try DirectoryCreation.make("/dev/null") }
    #expect(throws: Errno.noSuchFileOrDirectory) { try DirectoryCreation.make("/proc/nope/x") }
    #expect(throws: Never.self) { try DirectoryCreation.make("/") }
  }

  @Test func `an error thrown by FileManager has the system's message`() {
    #expect(throws: (any Error).self) {
      do {
        try FileManager.default.createDirectory(atPath: "/proc/nope/x", withIntermediateDirectories: true)
      } catch {
        #expect(String(systemError: error) == "No such file or directory")
        throw error
      }
    }
  }
}
