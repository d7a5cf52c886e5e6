// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
package import SystemPackage

/// The Swift toolchain for building and testing.
struct Toolchain: Sendable {
  /// The `swift` on the user's `PATH`.
  let swift: FilePath
  /// The folder of the compiler's tools: `llvm-cov`, `llvm-profdata`.
  let tools: FilePath
  /// The folder that holds all of the toolchain's files: `usr`.
  var root: FilePath { tools.parent }
  /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
  let version: String
  /// Options that only some versions have.
  let testOptions: Set<String>
  /// The options for Swift Testing's events; `nil` when this version has none.
  let events: EventOptions?

  /// Finds `swift` and determines its version and options.
  ///
  /// - Parameter temporary: a directory that is created for it, because SwiftPM leaves one behind even when it only
  ///   prints its help. For a run, it is removed with the run's folder, also when this process is killed.
  static func find(environment: [String: String], temporary: FilePath? = nil) async throws(ToolchainError) -> Toolchain
  {
    let system = FilePath(FileManager.default.temporaryDirectory.path)
    let temporary = temporary ?? system.appending("reviewbot-\(UUID().uuidString)")
    // Without it SwiftPM uses the system's temporary directory.
    try? FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: temporary.string) }
    let environment = environment.merging(["TMPDIR": temporary.string]) { $1 }
    guard let swift = ToolchainDirectories.program("swift", onPath: environment["PATH"] ?? "") else {
      throw ToolchainError(description: "there is no swift on PATH")
    }
    let (tools, version) = try await inspect(swift, environment: environment)
    let help = try await ask(swift, ["test", "--help-hidden"], environment)
    let options = ["--experimental-xunit-message-failure"].filter { help.contains($0) }
    return Toolchain(
      swift: swift, tools: tools, version: version, testOptions: Set(options),
      events: EventOptions(help: help, version: version))
  }

  /// Determines the compiler behind a `swift`, which may be a program that selects a toolchain.
  ///
  /// - Parameter folder: the working directory, in which such a program may find a `.swift-version`.
  /// - Returns: the directory of the compiler's programs, and the compiler's version.
  static func inspect(
    _ swift: FilePath, environment: [String: String], in folder: FilePath? = nil,
    timeLimit: Duration = ToolchainSelection.timeLimit
  ) async throws(ToolchainError) -> (tools: FilePath, version: String) {
    let target = try await ask(swift, ["-print-target-info"], environment, in: folder, timeLimit)
    guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(target.utf8)) else {
      throw ToolchainError(description: "cannot parse the output of \(swift) -print-target-info")
    }
    // The compiler's resources are beside its tools: lib/swift, bin.
    let resources = FilePath(info.paths.runtimeResourcePath)
    return (resources.parent.parent.appending("bin"), info.compilerVersion)
  }

  private static func ask(
    _ swift: FilePath, _ arguments: [String], _ environment: [String: String], in folder: FilePath? = nil,
    _ timeLimit: Duration = ToolchainSelection.timeLimit
  ) async throws(ToolchainError) -> String {
    let lines = LineCollector()
    let result: ChildResult
    do {
      let command = ChildCommand(swift, arguments, environment: environment, workingDirectory: folder)
      result = try await ChildProcess.run(command, limits: ChildLimits(time: timeLimit)) { lines.append($0) }
    } catch {
      throw ToolchainError(description: "\(error)")
    }
    guard result.isSuccess else {
      throw ToolchainError(
        description: "\(swift) \(arguments.joined(separator: " ")) failed: \(result.tail.last ?? "no output")")
    }
    return lines.output
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

/// No usable toolchain.
struct ToolchainError: Error, CustomStringConvertible {
  let description: String
}

/// The Swift toolchain of the host, for display.
package struct ToolchainInspection: Sendable {
  package let swift: FilePath
  /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
  package let version: String
  /// The folder of the compiler's tools.
  package let tools: FilePath
  /// The tools for measuring coverage that do not exist.
  package let missingTools: [String]

  /// Finds the toolchain as a review does.
  ///
  /// - Throws: an error with a one-sentence reason.
  package init(environment: [String: String]) async throws {
    let toolchain = try await Toolchain.find(environment: SandboxedEnvironment.inherited(from: environment))
    swift = toolchain.swift
    version = toolchain.version
    tools = toolchain.tools
    missingTools = ["llvm-cov", "llvm-profdata"].filter {
      !FileManager.default.isExecutableFile(atPath: toolchain.tools.appending($0).string)
    }
  }
}

/// Finds the toolchain once for any number of packages and trees, because that takes three processes.
actor ToolchainSearch {
  private var search: Task<Toolchain, any Error>?
  /// The toolchain, if it was found before.
  private(set) var known: Toolchain?

  /// - Parameter temporary: as in ``Toolchain/find(environment:temporary:)``, when this is the first call.
  func toolchain(environment: [String: String], temporary: FilePath) async throws -> Toolchain {
    let search = search ?? Task { try await Toolchain.find(environment: environment, temporary: temporary) }
    self.search = search
    let toolchain = try await search.value
    known = toolchain
    return toolchain
  }
}

/// The options that make `swift test` write Swift Testing's events to a file. The options lost their prefix in about
/// 6.1, and the versions of the format have their own numbers.
struct EventOptions: Hashable, Sendable {
  private let output: String
  private let version: String
  private let format: String

  /// Whether events are always written, even by a run without tests.
  var isAlwaysWritten: Bool { format != "0" }

  /// - Parameters:
  ///   - help: the output of `swift test --help-hidden`.
  ///   - version: the compiler's, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  init?(help: String, version: String) {
    let options = Set(help.split { $0.isWhitespace || $0 == "," || $0 == "<" })
    let names = [
      ("--event-stream-output-path", "--event-stream-version"),
      ("--experimental-event-stream-output", "--experimental-event-stream-version"),
    ]
    guard let name = names.first(where: { options.contains($0.0[...]) && options.contains($0.1[...]) }) else {
      return nil
    }
    output = name.0
    self.version = name.1
    // Every later version reads and writes the first format; 6.3 has more fields in its own.
    format = Self.isAtLeast(6, 3, version) ? "6.3" : "0"
  }

  func arguments(file: FilePath) -> [String] { [output, file.string, version, format] }

  private static func isAtLeast(_ major: Int, _ minor: Int, _ version: String) -> Bool {
    guard let marker = version.firstRange(of: "Swift version ") else { return false }
    let numbers = version[marker.upperBound...].prefix { $0.isNumber || $0 == "." }.split(separator: ".").map {
      Int($0)
    }
    guard numbers.count >= 2, let first = numbers[0], let second = numbers[1] else { return false }
    return (first, second) >= (major, minor)
  }
}
