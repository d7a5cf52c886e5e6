// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// `reviewbot __forward SOCKET -- COMMAND ARGUMENT…`: runs a command without network access, and forwards its
/// connections to the proxy at the socket.
///
/// It runs inside the sandbox, with the code under review. Its arguments are its only input, and it has no secrets.
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
      let forwarder = try Forwarder(to: FilePath(arguments[0]), port: Forwarder.usualPort)
      let status = try ForegroundCommand.run(
        Array(arguments[2...]), environment: environment.merging(Forwarder.environment(port: forwarder.port)) { $1 })
      forwarder.stop()
      return status
    } catch {
      Console.complain(String(systemError: error))
      return cannotStart
    }
  }
}

/// `reviewbot __escape`: the self-test of a sandbox, which runs inside it.
enum EscapeCommand {
  static func run() -> Int32 {
    if CommandLine.arguments.contains(MemoryAttempt.argument) {
      MemoryAttempt.take()
      return 0
    }
    guard let input = try? FileHandle.standardInput.readToEnd(),
      let targets = try? JSONDecoder().decode(EscapeTargets.self, from: input),
      let results = try? JSONEncoder().encode(SandboxEscapeTest(targets).tryAll())
    else {
      FileHandle.standardError.write(Data("reviewbot: this subcommand is internal\n".utf8))
      return 2
    }
    print(String(decoding: results, as: UTF8.self))
    return 0
  }
}
