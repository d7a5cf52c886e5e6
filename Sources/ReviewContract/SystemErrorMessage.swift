// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

extension String {
  /// Creates the cause of an error of the operating system, as a phrase that follows a colon: the system's message for
  /// an `errno`, also when Foundation wraps it in an error.
  ///
  /// Other errors are represented by their description for people or, without one, by domain and code. Never empty; one
  /// line.
  package init(systemError error: any Error) {
    if let number = Errno(causing: error) {
      self = number.message
    } else if let error = error as? any ExplainedError {
      self = error.description
    } else if type(of: error) == NSError.self || error is CocoaError {
      let error = error as NSError
      self = "unknown error (\(error.domain) \(error.code))"
    } else {
      // Errors without a description would print the name of their case, which has no meaning for users.
      self = (error as Any as? any CustomStringConvertible)?.description ?? "unknown error (\(type(of: error)))"
    }
  }
}

extension Errno {
  /// Finds the system error that caused an error: the error itself, or one that Foundation wraps or replaces; else
  /// `nil`.
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

  /// The error numbers that Foundation replaces with codes of its own.
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
  package var message: String {
    guard let text = strerror(rawValue) else { return "unknown error \(rawValue)" }
    let message = String(cString: text)
    return message.hasPrefix("Unknown error") ? "unknown error \(rawValue)" : message
  }
}
