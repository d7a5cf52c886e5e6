// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ChildProcess
import Foundation

/// The program from its arguments to its exit status.
enum Program {
  static func run(arguments: [String], environment: [String: String]) async -> Int32 {
    do {
      switch arguments.first {
      case FetchChild.name: return await FetchChild.serve()
      case ReviewChild.name: return try await ReviewChild.serve(environment: environment)
      default: break
      }
      let secrets = try Secrets.take(from: environment)
      return await Secrets.$current.withValue(secrets) { await runCommand(arguments) }
    } catch {
      Console.complain("\(error)")
      return ExitStatus.couldNotRun.code
    }
  }

  private static func runCommand(_ arguments: [String]) async -> Int32 {
    do {
      var command = try Reviewbot.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let exit as ExitCode {
      return exit.rawValue
    } catch {
      return explain(error)
    }
  }

  private static func explain(_ error: any Error) -> Int32 {
    if let error = error as? any ExplainedError {
      Console.complain("\(error)")
      return error.status.code
    }
    let status = Reviewbot.exitCode(for: error)
    let message = Reviewbot.fullMessage(for: error)
    if status == .success {
      print(message)
      return 0
    }
    FileHandle.standardError.write(Data((message + "\n").utf8))
    return status == .validationFailure ? ExitStatus.usage.code : ExitStatus.couldNotRun.code
  }
}
