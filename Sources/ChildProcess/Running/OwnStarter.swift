// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Subprocess
import SystemPackage

/// Starts children of this process.
package struct OwnStarter: ChildStarter {
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

  package func end(_ child: Int32) { kill(-child, SIGKILL) }

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
      executable: .path(command.executable), arguments: Arguments(command.arguments),
      environment: .custom(
        Dictionary(uniqueKeysWithValues: command.environment.map { (.init(stringLiteral: $0), $1) })),
      workingDirectory: command.workingFolder, platformOptions: options)
  }
}
