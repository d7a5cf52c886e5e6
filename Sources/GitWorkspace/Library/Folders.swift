// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Makes and removes the folders of mirrors and workspaces.
enum Folders {
  /// Makes a folder, and those above it, that only this user can look into.
  static func make(_ path: FilePath) throws(WorkspaceError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw failure(error, "cannot make the folder \(path)")
    }
  }

  /// Makes a folder that was not there before, in a folder that may be there.
  static func makeNew(in parent: FilePath, prefix: String) throws(WorkspaceError) -> FilePath {
    try make(parent)
    var template = Array(parent.appending("\(prefix)-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { throw systemError("cannot make a folder in \(parent)") }
    return FilePath(platformString: template)
  }

  /// Makes a folder that was not there before.
  static func makeNew(_ path: FilePath) throws(WorkspaceError) {
    guard mkdir(path.string, 0o700) == 0 else { throw systemError("cannot make the folder \(path)") }
  }

  /// Removes a folder and all in it, if it is there.
  static func remove(_ path: FilePath) throws(WorkspaceError) {
    guard FileManager.default.fileExists(atPath: path.string) else { return }
    do {
      try FileManager.default.removeItem(atPath: path.string)
    } catch {
      throw failure(error, "cannot remove the folder \(path)")
    }
  }

  static func exists(_ path: FilePath) -> Bool {
    FileManager.default.fileExists(atPath: path.string)
  }

  private static func failure(_ error: any Error, _ message: String) -> WorkspaceError {
    let cause = error as NSError
    let posix = cause.domain == NSPOSIXErrorDomain ? cause : cause.userInfo[NSUnderlyingErrorKey] as? NSError
    if let posix, posix.domain == NSPOSIXErrorDomain { return systemError(message, number: Int32(posix.code)) }
    return WorkspaceError(.failed, message, underlying: cause.localizedDescription)
  }
}
