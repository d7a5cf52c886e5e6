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
  /// - Parameters:
  ///   - answers: what the toolchain printed before; `nil` to ask it.
  ///   - temporary: a directory as for ``ToolchainAnswers/ask(_:environment:temporary:)``.
  static func find(
    environment: [String: String], answers: ToolchainAnswers? = nil, temporary: FilePath? = nil
  ) async throws(ToolchainError) -> Toolchain {
    guard let swift = ToolchainDirectories.program("swift", onPath: environment["PATH"] ?? "") else {
      throw ToolchainError(description: "there is no swift on PATH")
    }
    if let answers { return Toolchain(swift, answers) }
    let system = FilePath(FileManager.default.temporaryDirectory.path)
    let temporary = temporary ?? system.appending("reviewbot-\(UUID().uuidString)")
    return Toolchain(swift, try await .ask(swift, environment: environment, temporary: temporary))
  }
}

extension Toolchain {
  fileprivate init(_ swift: FilePath, _ answers: ToolchainAnswers) {
    self.swift = swift
    (tools, version) = (answers.compiler.tools, answers.compiler.version)
    testOptions = Set(["--experimental-xunit-message-failure"].filter { answers.testHelp.contains($0) })
    events = EventOptions(help: answers.testHelp, version: version)
  }
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

/// Finds the toolchain once for any number of packages and trees.
actor ToolchainSearch {
  private let answers: ToolchainAnswers?
  private var search: Task<Toolchain, any Error>?
  /// The toolchain, if it was found before.
  private(set) var known: Toolchain?

  /// - Parameter answers: what the toolchain printed before this review; `nil` to ask it.
  init(answers: ToolchainAnswers?) {
    self.answers = answers
  }

  /// - Parameter temporary: as in ``Toolchain/find(environment:answers:temporary:)``, when this is the first call.
  func toolchain(environment: [String: String], temporary: FilePath) async throws -> Toolchain {
    let search =
      search
      ?? Task { [answers] in
        try await Toolchain.find(environment: environment, answers: answers, temporary: temporary)
      }
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
