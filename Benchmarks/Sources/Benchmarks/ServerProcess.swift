// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A server, in a process of its own: it must not share threads or a lock with what is measured.
struct ServerProcess {
  static let command = "serve"

  private let process = Process()
  private let input = Pipe()
  let port: Int

  var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameters:
  ///   - arguments: of a program that prints its port, and ends with its input.
  ///   - program: this one when none is given.
  init(_ arguments: [String] = [command], program: String? = nil) throws {
    let output = Pipe()
    process.executableURL =
      program.map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      kill(process.processIdentifier, SIGKILL)
      throw Failure("the server did not start")
    }
    self.port = port
  }

  /// What it has in memory, in KiB; 0 when it is gone.
  var memory: Int {
    guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
    else { return 0 }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  func stop() {
    // A polite signal may be held back: the process inherits the signal mask of the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
