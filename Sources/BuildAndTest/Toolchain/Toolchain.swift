// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// The Swift toolchain that builds and tests.
struct Toolchain: Sendable {
  /// The `swift` that the user's `PATH` names.
  let swift: FilePath
  /// The folder of the programs that belong to the compiler: `llvm-cov`, `llvm-profdata`.
  let tools: FilePath
  /// The folder that holds all of the toolchain's files: `usr`.
  var root: FilePath { tools.removingLastComponent() }
  /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
  let version: String
  /// Options that only some versions have.
  let testOptions: Set<String>
  /// How this version is asked for Swift Testing's events; `nil` when it cannot be.
  let events: EventOptions?

  /// Looks for `swift` and asks it about itself.
  ///
  /// - Parameter temporary: a directory that is made for it, because SwiftPM leaves one behind even when it only prints its help. Of
  ///   a run it is one that goes with the run, also when this process is killed.
  static func find(environment: [String: String], temporary: FilePath? = nil) async throws(ToolchainError) -> Toolchain
  {
    let system = FilePath(FileManager.default.temporaryDirectory.path)
    let temporary = temporary ?? system.appending("reviewbot-\(UUID().uuidString)")
    // Without it SwiftPM takes the system's.
    try? FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: temporary.string) }
    let environment = environment.merging(["TMPDIR": temporary.string]) { $1 }
    guard let swift = program("swift", onPath: environment["PATH"] ?? "") else {
      throw ToolchainError("there is no swift on PATH")
    }
    let (tools, version) = try await inspect(swift, environment: environment)
    let help = try await ask(swift, ["test", "--help-hidden"], environment)
    let options = ["--experimental-xunit-message-failure"].filter { help.contains($0) }
    return Toolchain(
      swift: swift, tools: tools, version: version, testOptions: Set(options),
      events: EventOptions(help: help, version: version))
  }

  /// Asks a `swift`, which may be a program that chooses among toolchains, where the one is that it runs.
  ///
  /// - Parameter folder: the working directory, in which such a program may find a `.swift-version`.
  /// - Returns: the directory of the compiler's programs, and the compiler's version.
  static func inspect(
    _ swift: FilePath, environment: [String: String], in folder: FilePath? = nil
  ) async throws(ToolchainError) -> (tools: FilePath, version: String) {
    let target = try await ask(swift, ["-print-target-info"], environment, in: folder)
    guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(target.utf8)) else {
      throw ToolchainError("\(swift) -print-target-info does not print what it should")
    }
    // The compiler's resources are beside its tools: lib/swift, bin.
    let resources = FilePath(info.paths.runtimeResourcePath)
    return (resources.removingLastComponent().removingLastComponent().appending("bin"), info.compilerVersion)
  }

  private static func ask(
    _ swift: FilePath, _ arguments: [String], _ environment: [String: String], in folder: FilePath? = nil
  ) async throws(ToolchainError) -> String {
    let lines = LineCollector()
    let result: ChildResult
    do {
      let command = ChildCommand(swift, arguments, environment: environment, workingFolder: folder)
      result = try await ChildProcess.run(command, limits: ChildLimits(time: .seconds(60))) { lines.append($0) }
    } catch {
      throw ToolchainError("\(error)")
    }
    guard result.isSuccess else {
      throw ToolchainError("\(swift) \(arguments.joined(separator: " ")) failed: \(result.tail.last ?? "no output")")
    }
    return lines.output
  }

  static func program(_ name: String, onPath path: String) -> FilePath? {
    path.split(separator: ":").map { FilePath("\($0)/\(name)") }.first { file in
      file.isAbsolute && access(file.string, X_OK) == 0
    }
  }
}

/// The part of `swift -print-target-info` that is needed.
private struct TargetInfo: Decodable {
  struct Paths: Decodable {
    let runtimeResourcePath: String
  }

  let compilerVersion: String
  let paths: Paths
}

/// There is no toolchain to work with.
struct ToolchainError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
