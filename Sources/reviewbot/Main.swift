// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Commands
import Foundation

/// The program: everything that it does is in the target `Commands`, which tests can import.
@main enum Main {
  static func main() async {
    exit(
      await Program.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
  }
}
