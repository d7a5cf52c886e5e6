// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The server, in a process of its own: it must not share threads or a lock with what is measured.
struct ServerProcess {
  static let command = "serve"

  private let process = Process()
  private let input = Pipe()
  let url: String

  init() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [Self.command]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      kill(process.processIdentifier, SIGKILL)
      throw Failure("the server did not start")
    }
    url = "http://127.0.0.1:\(port)"
  }

  func stop() {
    // A polite signal may be held back: the process inherits the signal mask of the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
