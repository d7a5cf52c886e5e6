// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation

/// `reviewbot __escape`: the self-test of a sandbox. Runs inside of it.
enum EscapeCommand {
  static func run() -> Int32 {
    if CommandLine.arguments.contains(MemoryAttempt.argument) {
      MemoryAttempt.take()
      return 0
    }
    guard let input = try? FileHandle.standardInput.readToEnd(),
      let targets = try? JSONDecoder().decode(EscapeTargets.self, from: input),
      let answer = try? JSONEncoder().encode(SandboxEscapeTest(targets).tryAll())
    else {
      FileHandle.standardError.write(Data("reviewbot: this subcommand is internal\n".utf8))
      return 2
    }
    print(String(decoding: answer, as: UTF8.self))
    return 0
  }
}
