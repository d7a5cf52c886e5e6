// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import Subprocess
package import SystemPackage

/// Runs programs that may misbehave.
package enum ChildProcess {
  /// Runs the command in its own session until it ends or reaches a limit, handing over each line it writes.
  ///
  /// When this returns, nothing is left of the child's process group. `consume` is called on a background thread, one
  /// line at a time for each stream.
  ///
  /// - Parameter starter: starts and ends the child.
  /// - Throws: ``ChildProcessError`` when the program cannot be started. Every other ending is a result.
  package static func run(
    _ command: ChildCommand, limits: ChildLimits, starter: any ChildStarter = DirectStarter(),
    consume: @escaping @Sendable (OutputLine) -> Void = { _ in }
  ) async throws(ChildProcessError) -> ChildResult {
    // Another starter may see other files than this process.
    guard !(starter is DirectStarter) || access(command.executable.string, X_OK) == 0 else {
      throw ChildProcessError(code: .notFound, executable: command.executable, underlying: "")
    }
    let run = ChildRun(starter: starter, limits: limits, consume: consume)
    do {
      return try await run.perform(command)
    } catch {
      throw ChildProcessError(
        code: .cannotStart, executable: command.executable, underlying: String(systemError: error))
    }
  }
}

/// A child could not be started.
package struct ChildProcessError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    case notFound, cannotStart
  }

  package let code: Code
  package let executable: FilePath
  package let underlying: String

  package var description: String {
    switch code {
    case .notFound: "there is no program \(executable)"
    case .cannotStart: "cannot start \(executable): \(underlying)"
    }
  }
}

/// Starts children: directly, or through another process.
package protocol ChildStarter: Sendable {
  /// Starts the child as the leader of a process group and waits for its end. Takes ownership of the streams. A child
  /// whose task is cancelled is ended with its group.
  ///
  /// - Parameters:
  ///   - grace: the grace period between SIGTERM and SIGKILL.
  ///   - started: called once, with the child's process id.
  func run(
    _ command: ChildCommand, _ streams: ChildStreams, grace: Duration, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit

  /// Ends the child and its group at once.
  func end(_ child: Int32)

  /// Ends the processes that an ended child left behind.
  func finish(_ child: Int32)
}

/// The child's ends of its pipes.
package struct ChildStreams: Sendable {
  package let input: FileDescriptor
  package let output: FileDescriptor
  package let errors: FileDescriptor

  /// A failure to close is ignored, because it has no remedy.
  package func close() {
    for stream in [input, output, errors] { try? stream.close() }
  }
}

/// The status of a child that has ended.
package enum ChildExit: Hashable, Codable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}

/// Starts children of this process.
package struct DirectStarter: ChildStarter {
  package init() {}

  package func run(
    _ command: ChildCommand, _ streams: ChildStreams, grace: Duration, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit {
    let launching = Orphans.Launch()
    let result = try await Subprocess.run(
      Self.configuration(command, grace: grace), input: .fileDescriptor(streams.input, closeAfterSpawningProcess: true),
      output: .fileDescriptor(streams.output, closeAfterSpawningProcess: true),
      error: .fileDescriptor(streams.errors, closeAfterSpawningProcess: true)
    ) { execution in
      started(execution.processIdentifier.value)
      launching.started(execution.processIdentifier.value)
    }
    return switch result.terminationStatus {
    case .exited(let code): .exited(code)
    case .signaled(let signal): .signalled(signal)
    }
  }

  /// Kills the session of a child.
  package func end(_ child: Int32) { kill(-child, SIGKILL) }

  /// Kills the processes that an ended child left behind, in its session and outside of it.
  package func finish(_ child: Int32) {
    end(child)
    Orphans.ended(child)
    Orphans.end()
  }

  private static func configuration(_ command: ChildCommand, grace: Duration) -> Configuration {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)
    ]
    return Configuration(
      executable: .path(command.executable),
      arguments: Arguments(executablePathOverride: command.name, remainingValues: command.arguments),
      environment: .custom(
        Dictionary(uniqueKeysWithValues: command.environment.map { (.init(stringLiteral: $0), $1) })),
      workingDirectory: command.workingDirectory, platformOptions: options)
  }
}
