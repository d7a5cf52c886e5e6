// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A package that attacks in every place where a package can execute code: in its manifest, a build-tool plugin, the
/// plugin's tool, a macro, a constructor of C, and tests of both libraries. It also has a command plugin, which is
/// never run.
///
/// In each place it makes the attempts of `Attempts` as well, which are written in C.
struct HostilePackage {
  let attack: Attack
  let attempts: HostileAttempts

  /// The names in its test's messages about the attacks: `NAME: started a process, gained 0 []`.
  static let attackers = ["constructor", "macro", "manifest", "plugin", "tool", "xctest", "test"]

  var files: SampleRepository.Files {
    get throws {
      let shared = try [source("Canary/CanaryScan.swift"), source("Hostile/Attack.swift"), strike].joined()
      return [
        "Package.swift": Self.manifest + shared + HostileAttempts.runner
          + "strike(\"manifest\")\nmakeAttempts(\"manifest\")\n",
        "Sources/Attack/Attack.swift": shared + Self.entry,
        "Sources/Constructor/constructor.c": Self.constructor,
        "Sources/Constructor/include/constructor.h": "",
        "Sources/Macros/main.swift": Self.macro,
        "Sources/Tool/main.swift": Self.tool,
        "Plugins/Builder/Attack.swift": shared + HostileAttempts.runner,
        "Plugins/Builder/Builder.swift": Self.builder,
        "Plugins/Commander/Attack.swift": shared,
        "Plugins/Commander/Commander.swift": Self.commander,
        "Sources/Sample/Use.swift": Self.use,
        // It needs a module that this package does not have.
        "Sources/Sample/Three.swift": nil,
        "Tests/SampleTests/SignTests.swift": Self.tests,
      ].merging(attempts.files(in: "Sources/Attempts")) { $1 }
    }
  }

  private func source(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The word is concatenated at run time, so that the files of the package do not contain it.
  private var strike: String {
    let halves = Outside.halves
    return """

      func strike(_ name: String) {
        Attack(
          word: "\(halves.0)" + "\(halves.1)", outside: "\(attack.outside)", port: \(attack.port),
          process: \(attack.process),
          seconds: \(attack.seconds)
        ).strike(name, in: "/box/run")
      }

      """
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "Sample",
      targets: [
        .target(name: "Attempts"),
        .target(name: "Attack", dependencies: ["Attempts"]),
        .target(name: "Constructor"),
        .macro(name: "Macros", dependencies: ["Attack"]),
        .executableTarget(name: "Tool", dependencies: ["Attack"]),
        .plugin(name: "Builder", capability: .buildTool(), dependencies: ["Tool"]),
        .plugin(
          name: "Commander", capability: .command(intent: .custom(verb: "command", description: "Never run"))),
        .target(name: "Sample", dependencies: ["Macros"], plugins: ["Builder"]),
        .testTarget(name: "SampleTests", dependencies: ["Sample", "Attack", "Constructor"]),
      ])

    """

  private static let entry = """

    import Attempts

    @_cdecl("attack") public func attack(_ name: UnsafePointer<CChar>) {
      let place = String(cString: name)
      strike(place)
      make_attempts(place, "/box/run/.attempts-\\(place)")
    }

    /// What came of the attacks, and how many attempts were made in each place, then those that worked.
    public func attacks() -> [String] {
      let manager = FileManager.default
      let names = (try? manager.contentsOfDirectory(atPath: "/box/run/.attacks")) ?? []
      let files = (try? manager.contentsOfDirectory(atPath: "/box/run"))?.filter { $0.hasPrefix(".attempts-") } ?? []
      let attacks = names.sorted().compactMap {
        try? String(contentsOfFile: "/box/run/.attacks/\\($0)", encoding: .utf8)
      }
      let lines = files.sorted().flatMap { file in
        ((try? String(contentsOfFile: "/box/run/\\(file)", encoding: .utf8)) ?? "").split(separator: "\\n").map(String.init)
      }
      return attacks + lines.filter { $0.contains(" tried, ") } + lines.filter { !$0.contains(" tried, ") }
    }

    """

  private static let constructor = """
    void attack(const char *name);
    __attribute__((constructor)) static void begin(void) { attack("constructor"); }

    """

  /// Implements the necessary part of the compiler's protocol: eight bytes of length, then JSON, in both directions.
  private static let macro = #"""
    import Attack
    import Foundation

    attack("macro")
    let input = FileHandle.standardInput
    while true {
      let head = input.readData(ofLength: 8)
      guard head.count == 8 else { break }
      let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      let request = String(decoding: input.readData(ofLength: length), as: UTF8.self)
      let answer =
        request.contains("getCapability")
        ? #"{"getCapabilityResult": {"capability": {"protocolVersion": 7}}}"#
        : #"{"expandMacroResult": {"expandedSource": "7", "diagnostics": []}}"#
      let size = (0..<8).map { UInt8(answer.utf8.count >> (8 * $0) & 0xff) }
      FileHandle.standardOutput.write(Data(size + Array(answer.utf8)))
    }

    """#

  private static let tool = """
    import Attack
    import Foundation

    attack("tool")
    try "let made = 1\\n".write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)

    """

  private static let builder = """
    import Foundation
    import PackagePlugin

    @main struct Builder: BuildToolPlugin {
      func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        strike("plugin")
        makeAttempts("plugin")
        let file = context.pluginWorkDirectoryURL.appendingPathComponent("Made.swift")
        return [
          .buildCommand(
            displayName: "Make", executable: try context.tool(named: "Tool").url, arguments: [file.path],
            outputFiles: [file])
        ]
      }
    }

    """

  private static let commander = """
    import PackagePlugin

    @main struct Commander: CommandPlugin {
      func performCommand(context: PluginContext, arguments: [String]) throws {
        strike("command")
      }
    }

    """

  private static let use = """
    @freestanding(expression) macro seven() -> Int = #externalMacro(module: "Macros", type: "Seven")
    public func seven() -> Int { #seven() + made }

    """

  /// The message of its failure transfers its findings to the report.
  private static let tests = """
    import Attack
    import Sample
    import Testing
    import XCTest

    final class Case: XCTestCase {
      override func setUp() {
        attack("xctest")
      }

      func testNothing() {
        XCTAssertEqual(seven(), 8)
      }
    }

    @Test func says() {
      attack("test")
      Issue.record(Comment(rawValue: attacks().joined(separator: "\\n")))
    }

    """
}
