// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CDispatch
import Foundation

/// Processor time, user and system together.
enum ProcessorTime {
  /// Runs a program to its end, and measures its time and that of the processes it starts.
  ///
  /// - Returns: the time, and the program's output.
  static func of(
    _ program: String, _ arguments: [String], folder: URL? = nil
  ) throws -> (time: Duration, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let before = used(RUSAGE_CHILDREN.rawValue)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure("\(program) ended with \(process.terminationStatus)")
    }
    return (used(RUSAGE_CHILDREN.rawValue) - before, String(decoding: text, as: UTF8.self))
  }

  /// Returns the time that this process takes for a call.
  static func of(_ body: () throws -> Void) rethrows -> Duration {
    let before = used(RUSAGE_SELF.rawValue)
    try body()
    return used(RUSAGE_SELF.rawValue) - before
  }

  private static func used(_ who: __rusage_who_t) -> Duration {
    var usage = rusage()
    getrusage(who, &usage)
    return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
  }
}
