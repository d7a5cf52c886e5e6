// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

/// The ways in which the file of a program is replaced.
enum Replacement: String, CaseIterable, Sendable {
  /// The file is removed, and another one is created.
  case install
  /// Another file is renamed to its name, as package managers do.
  case rename
  /// The file is moved away, and another one takes its name.
  case exchange
  case removal
}

/// A copy of the built program that can be replaced, below a folder that only its owner can enter.
struct ReplaceableProgram: Sendable {
  let path: FilePath
  private let other: FilePath
  private let mark: FilePath

  init(in folder: ScratchDirectory) throws {
    let closed = try folder.folder("closed")
    chmod(closed.path.string, 0o700)
    path = closed.path.appending("reviewbot")
    other = folder.path.appending("other")
    mark = folder.path.appending("other-was-started")
    let built = OwnExecutable.path.removingLastComponent().appending("reviewbot")
    try FinishedCommand.output(of: ["cp", "--reflink=auto", built.string, path.string])
    // Other users may execute it, and not read it.
    chmod(path.string, 0o711)
    try folder.write("other", "#!/bin/sh\n: >'\(mark)'\nexit 99\n")
    chmod(other.string, 0o755)
  }

  func replace(by way: Replacement) throws {
    switch way {
    case .install: try FinishedCommand.output(of: ["install", "-m", "755", other.string, path.string])
    case .rename: try FinishedCommand.output(of: ["mv", other.string, path.string])
    case .exchange:
      try FinishedCommand.output(of: ["mv", path.string, "\(path)-1.0"])
      try FinishedCommand.output(of: ["mv", other.string, path.string])
    case .removal: try FinishedCommand.output(of: ["rm", path.string])
    }
  }

  /// Whether the program that replaced it was executed.
  var wasOtherStarted: Bool { FileManager.default.fileExists(atPath: mark.string) }
}
