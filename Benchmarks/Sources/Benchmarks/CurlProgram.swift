// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The `curl` program, which requests one file many times in one process.
struct CurlProgram {
  private let configuration: URL

  init(requests: Int, url: String) throws {
    configuration = FileManager.default.temporaryDirectory
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    let entry = "url = \"\(url)/file\"\noutput = \"/dev/null\"\n"
    try String(repeating: entry, count: requests).write(to: configuration, atomically: true, encoding: .utf8)
  }

  /// Returns the duration of one run of the program.
  func run() throws -> Duration {
    let process = Self.process(["--disable", "--silent", "--show-error", "--fail", "--config", configuration.path])
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    guard process.terminationStatus == 0 else { throw Failure("curl ended with \(process.terminationStatus)") }
    return time
  }

  func removeFiles() {
    // At worst a file in the temporary folder is left.
    try? FileManager.default.removeItem(at: configuration)
  }

  static func version() throws -> String {
    let process = process(["--version"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").first.map(String.init) ?? "curl"
  }

  private static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl"] + arguments
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
