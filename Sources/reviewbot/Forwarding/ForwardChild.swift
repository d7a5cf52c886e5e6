// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// `reviewbot __forward SOCKET -- COMMAND ARGUMENT…`: runs a command without network access, and forwards its
/// connections to the proxy at the socket.
///
/// It runs inside of the sandbox, with the code under review. Its arguments are its only input, and it has no secrets.
enum ForwardChild {
  static let name = Forwarder.subcommand

  /// The exit status of shells for a command that cannot be started.
  static let cannotStart: Int32 = 127

  /// - Returns: the command's exit status, or 128 plus the number of the signal that ended it.
  static func serve(arguments: [String], environment: [String: String]) -> Int32 {
    guard arguments.count >= 3, arguments[1] == "--" else {
      Console.complain("usage: reviewbot \(name) SOCKET -- COMMAND ARGUMENT…")
      return ExitStatus.usage.code
    }
    do {
      let forwarder = try Forwarder(to: FilePath(arguments[0]))
      let status = try ForegroundCommand(
        Array(arguments[2...]), environment: environment.merging(forwarder.environment) { $1 }
      ).run()
      forwarder.stop()
      return status
    } catch {
      Console.complain("\(error)")
      return cannotStart
    }
  }
}
