// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The Swift compiler, which decides whether a correction leaves a valid program.
package enum Compiler {
  /// Checks the types of a file.
  ///
  /// - Parameter flags: for the compiler, such as `-DDEBUG`.
  /// - Returns: what the compiler reports; empty for a valid file.
  package static func errors(in name: String, of folder: ScratchDirectory, _ flags: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "5", "-suppress-warnings"] + flags + [name]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path.string)
    // The compiler's driver leaves its temporary directory behind.
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path.string]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let errors = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationStatus != 0, errors.isEmpty { return "swiftc ended with \(process.terminationStatus)" }
    return String(decoding: errors, as: UTF8.self)
  }
}
