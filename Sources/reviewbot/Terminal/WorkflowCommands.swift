// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewHost

/// The commands that GitHub Actions takes from what a job prints.
///
/// What we print holds text of the pull request, in which somebody may have written such a command. So the runner is
/// told to take none, except while we speak to it ourselves. The word that ends this is not to be guessed.
struct WorkflowCommands: Sendable {
  private let isActions: Bool
  private let word = UUID().uuidString

  init(_ ci: CIEnvironment) {
    isActions = ci.isActions
  }

  func stop() {
    if isActions { Console.say("::stop-commands::\(word)") }
  }

  func resume() {
    if isActions { Console.say("::\(word)::") }
  }

  /// Prints commands of our own.
  func say(_ commands: String) {
    resume()
    Console.say(commands)
    stop()
  }
}
