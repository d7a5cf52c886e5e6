// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// An unprivileged user without an account, groups or a home, for programs that root starts.
enum OrdinaryUser {
  private static let id: UInt32 = 12_345

  /// Runs the command `"$0" "$@"` as that user.
  static let script = #"exec setpriv --reuid \#(id) --regid \#(id) --clear-groups "$0" "$@""#

  /// The reason why the program cannot run as that user; `nil` if it can.
  static let isMissing: String? = {
    guard geteuid() == 0 else { return "only root can run the program as another user" }
    let program = RunningExecutable.path.removingLastComponent().appending("reviewbot").string
    guard FinishedCommand.succeeds(["/bin/sh", "-c", script, program, "--version"]) else {
      return "user \(id) cannot start \(program): a folder above it is closed, or there is no setpriv"
    }
    let temporary = FileManager.default.temporaryDirectory.path
    guard FinishedCommand.succeeds(["/bin/sh", "-c", script, "test", "-x", temporary]) else {
      return "user \(id) cannot enter \(temporary), which is closed to others; set TMPDIR"
    }
    let finds = ["/bin/sh", "-c", #"test -x "$(command -v swift)""#]
    guard FinishedCommand.succeeds(["/bin/sh", "-c", script] + finds) else {
      return "user \(id) cannot start the toolchain's swift"
    }
    let bubblewrap = ["bwrap", "--unshare-user", "--ro-bind", "/", "/", "/bin/true"]
    guard FinishedCommand.succeeds(["/bin/sh", "-c", script] + bubblewrap) else {
      return "user \(id) may not make a sandbox with bwrap"
    }
    return nil
  }()

  /// Gives the folder and all in it to the user, and makes its temporary directory there.
  ///
  /// - Returns: the environment of programs that run as that user.
  static func own(_ folder: ScratchDirectory) throws -> [String: String] {
    let temporary = try folder.folder("tmp").path
    try FinishedCommand.output(of: ["chown", "--recursive", "--no-dereference", "\(id):\(id)", folder.path.string])
    return ["TMPDIR": temporary.string]
  }
}

/// The user that runs the program under test.
enum Reviewer: String, CaseIterable, Sendable {
  /// The user of the tests.
  case own
  /// An ordinary user, if the user of the tests is root.
  case ordinary

  /// In the long run both, if possible.
  static var all: [Reviewer] { Soak.isLong && OrdinaryUser.isMissing == nil ? [.own, .ordinary] : [.own] }

  var shell: String? { self == .own ? nil : OrdinaryUser.script }

  /// Makes the reviewer the owner of the folder and its current contents.
  ///
  /// - Returns: the differences in the environment of the program.
  func take(_ folder: ScratchDirectory) throws -> [String: String] { self == .own ? [:] : try OrdinaryUser.own(folder) }
}
