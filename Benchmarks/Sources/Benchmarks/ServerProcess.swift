// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A server in a separate process, because it must not share threads or locks with the measured code.
struct ServerProcess {
  static let command = "serve"

  private let process = Process()
  private let input = Pipe()
  let port: Int
  /// The second port that it printed.
  let otherPort: Int?

  var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameters:
  ///   - arguments: the arguments of a program that prints its port, and exits when its standard input ends.
  ///   - program: the path of the program; this program by default.
  init(_ arguments: [String] = [command], program: String? = nil) throws {
    let output = Pipe()
    process.executableURL =
      program.map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let ports = line.split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard let first = ports.first, let port = first else {
      kill(process.processIdentifier, SIGKILL)
      throw Failure("the server did not start")
    }
    self.port = port
    otherPort = ports.dropFirst().first ?? nil
  }

  /// The resident memory in KiB; 0 when the process has ended.
  var memory: Int {
    guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
    else { return 0 }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  func stop() {
    // SIGTERM could be blocked, because the process inherits the signal mask of the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
