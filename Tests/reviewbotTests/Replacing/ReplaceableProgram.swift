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
  /// Another file is renamed to its name.
  case rename
  /// Debian's package manager installs another version.
  case package
  /// The file is moved away, and another one takes its name.
  case exchange
  case removal

  /// The ways for which this machine has the programs.
  static let possible = allCases.filter { way in
    way != .package || geteuid() == 0 && FinishedCommand.succeeds(["sh", "-c", "command -v dpkg dpkg-deb"])
  }
}

/// A copy of the built program that can be replaced, below a folder that only its owner can enter.
struct ReplaceableProgram: Sendable {
  let path: FilePath
  private let other: FilePath
  private let mark: FilePath
  private let folder: FilePath

  init(in folder: ScratchDirectory) throws {
    self.folder = folder.path
    let closed = try folder.folder("closed")
    chmod(closed.path.string, 0o700)
    path = closed.path.appending("reviewbot")
    other = folder.path.appending("other")
    mark = folder.path.appending("other-was-started")
    let built = RunningExecutable.path.removingLastComponent().appending("reviewbot")
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
    case .package: try FinishedCommand.output(of: ["sh", "-ec", Self.installation, folder.string])
    case .exchange:
      try FinishedCommand.output(of: ["mv", path.string, "\(path)-1.0"])
      try FinishedCommand.output(of: ["mv", other.string, path.string])
    case .removal: try FinishedCommand.output(of: ["rm", path.string])
    }
  }

  /// Builds a package with the other program and installs it, with a database of packages in the folder.
  private static let installation = """
    cd "$0"
    mkdir -p package/DEBIAN database/info database/updates database/triggers
    : >database/status
    : >database/available
    printf '%s\\n' 'Package: reviewbot' 'Version: 2' 'Architecture: all' 'Maintainer: a <a@b>' 'Description: a' \
      >package/DEBIAN/control
    mv other package/reviewbot
    dpkg-deb --build package reviewbot.deb
    dpkg --instdir=closed --admindir=database --install reviewbot.deb
    """

  /// Whether the program that replaced it was executed.
  var wasOtherStarted: Bool { FileManager.default.fileExists(atPath: mark.string) }
}
