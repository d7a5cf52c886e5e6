// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

extension String {
  /// The cause of an error of the operating system, in a phrase that follows a colon: the system's message for an
  /// `errno`, also when Foundation wraps it in an error.
  ///
  /// Other errors are described by themselves where they have a description for people, and else by domain and code.
  /// Never empty; one line.
  package init(systemError error: any Error) {
    if let number = Errno(causing: error) {
      self = number.words
    } else if let error = error as? any ExplainedError {
      self = error.description
    } else if type(of: error) == NSError.self || error is CocoaError {
      let error = error as NSError
      self = "unknown error (\(error.domain) \(error.code))"
    } else {
      // Errors without a description print their case's name, which means nothing to a reader.
      self = (error as? any CustomStringConvertible)?.description ?? "unknown error (\(type(of: error)))"
    }
  }
}

extension Errno {
  /// The system's error that caused an error: itself, or one that Foundation wraps or paraphrases; else `nil`.
  package init?(causing error: any Error) {
    if let error = error as? Errno {
      self = error
      return
    }
    var current: NSError? = error as NSError
    var paraphrase: Errno?
    while let error = current {
      if error.domain == NSPOSIXErrorDomain {
        self.init(rawValue: CInt(truncatingIfNeeded: error.code))
        return
      }
      if error.domain == NSCocoaErrorDomain { paraphrase = paraphrase ?? Self.paraphrases[error.code] }
      current = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    guard let paraphrase else { return nil }
    self = paraphrase
  }

  /// Foundation's codes that replace a number of the system.
  private static let paraphrases: [Int: Errno] = [
    CocoaError.fileNoSuchFile.rawValue: .noSuchFileOrDirectory,
    CocoaError.fileReadNoSuchFile.rawValue: .noSuchFileOrDirectory,
    CocoaError.fileReadNoPermission.rawValue: .permissionDenied,
    CocoaError.fileWriteNoPermission.rawValue: .permissionDenied,
    CocoaError.fileLocking.rawValue: .permissionDenied,
    CocoaError.fileWriteFileExists.rawValue: .fileExists,
    CocoaError.fileWriteOutOfSpace.rawValue: .noSpace,
    CocoaError.fileWriteVolumeReadOnly.rawValue: .readOnlyFileSystem,
    CocoaError.fileReadTooLarge.rawValue: .fileTooLarge,
    CocoaError.fileReadInvalidFileName.rawValue: .fileNameTooLong,
    CocoaError.fileWriteInvalidFileName.rawValue: .fileNameTooLong,
  ]

  /// The system's message, in the English of the C locale; "unknown error 4711" for an unknown number.
  package var words: String {
    guard let text = strerror(rawValue) else { return "unknown error \(rawValue)" }
    let words = String(cString: text)
    return words.hasPrefix("Unknown error") ? "unknown error \(rawValue)" : words
  }
}
