// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// What a toolchain says about itself. Kept for each toolchain of a machine, because running it takes most of a second of
/// every review.
package struct ToolchainAnswers: Hashable, Codable, Sendable {
  /// The compiler behind a `swift`, which may be a program that selects a toolchain.
  package struct Compiler: Hashable, Codable, Sendable {
    /// The folder of the compiler's programs, such as `llvm-cov`.
    package let tools: FilePath
    /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
    package let version: String
  }

  package let compiler: Compiler
  /// The output of `swift test --help-hidden`.
  package let testHelp: String

  /// The time limit of each command: a fraction of a second, and far longer on an overloaded host.
  package static let timeLimit = Duration.seconds(300)

  /// Runs `swift` twice, at the same time.
  ///
  /// - Parameters:
  ///   - environment: the environment of `swift`, without secrets.
  ///   - temporary: a directory that is created for it, because SwiftPM leaves one behind even when it only prints its
  ///     help. It is removed here, and with the run's folder when this process is killed.
  package static func ask(
    _ swift: FilePath, environment: [String: String], temporary: FilePath
  ) async throws(ToolchainError) -> ToolchainAnswers {
    // Without it SwiftPM uses the system's temporary directory.
    try? FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: temporary.string) }
    let environment = environment.merging(["TMPDIR": temporary.string]) { $1 }
    async let compiler = Result { () async throws(ToolchainError) in
      try await self.compiler(of: swift, environment: environment)
    }
    async let help = Result { () async throws(ToolchainError) in
      try await ask(swift, ["test", "--help-hidden"], environment)
    }
    let answers = await (compiler: compiler, help: help)
    return ToolchainAnswers(compiler: try answers.compiler.get(), testHelp: try answers.help.get())
  }

  /// - Parameter folder: the working directory, in which a program that selects a toolchain may find a `.swift-version`.
  package static func compiler(
    of swift: FilePath, environment: [String: String], in folder: FilePath? = nil, timeLimit: Duration = timeLimit
  ) async throws(ToolchainError) -> Compiler {
    let output = try await ask(swift, ["-print-target-info"], environment, in: folder, timeLimit)
    guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(output.utf8)) else {
      throw ToolchainError(description: "cannot parse the output of \(swift) -print-target-info")
    }
    // The compiler's resources are beside its tools: lib/swift, bin.
    let resources = FilePath(info.paths.runtimeResourcePath)
    return Compiler(tools: resources.parent.parent.appending("bin"), version: info.compilerVersion)
  }

  private static func ask(
    _ swift: FilePath, _ arguments: [String], _ environment: [String: String], in folder: FilePath? = nil,
    _ timeLimit: Duration = timeLimit
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
package struct ToolchainError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

extension Result where Success: Sendable {
  fileprivate init(_ body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
