// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewHost

/// The workflow commands that GitHub Actions reads from a job's output.
///
/// The output quotes text of the pull request, which may contain such commands. They are therefore disabled, except for
/// reviewbot's own. The token that enables them again is random, so the pull request cannot contain it.
package struct WorkflowCommands: Sendable {
  private let isActions: Bool
  private let word = UUID().uuidString

  package init(_ ci: CIEnvironment) {
    isActions = ci.isActions
  }

  package func stop() {
    if isActions { Console.say("::stop-commands::\(word)") }
  }

  package func resume() {
    if isActions { Console.say("::\(word)::") }
  }

  /// Folds the output of `body` in a job's log.
  ///
  /// - Parameter title: a title without text of the pull request.
  package func group(_ title: String, _ body: () throws -> Void) rethrows {
    guard isActions else { return try body() }
    say("::group::\(title)")
    defer { say("::endgroup::") }
    try body()
  }

  /// Prints reviewbot's own commands.
  package func say(_ commands: String) {
    resume()
    Console.say(commands)
    stop()
  }
}
