// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// A build that begins while the manifest is described.
struct BegunBuildTests {
  private static let tested = #".target(name: "Shapes"), .testTarget(name: "ShapesTests")"#

  private static func manifest(_ targets: String, _ rest: String = "") -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Shapes", targets: [\(targets)])
    \(rest)
    """
  }

  /// Describes and builds a package whose kept build had another manifest. The builds and tests are recorded only.
  private func run(
    _ manifest: String, keptDependencies: String = "", hidesMachine: Bool = true,
    before: @escaping @Sendable (ChildCommand) async -> Void = { _ in }
  ) async throws -> (commands: [String], result: TestedWorkspace) {
    try await withScratchDirectory { folder in
      let package = folder.path.appending("checkout")
      try folder.write("checkout/Package.swift", manifest)
      try folder.write("checkout/Sources/Shapes/a.swift", "")
      try folder.write("checkout/Tests/ShapesTests/a.swift", "")
      let toolchain = try await Toolchain.find(
        environment: SandboxedEnvironment.inherited(from: SharedModules.environment()),
        temporary: folder.path.appending("toolchain"))
      let request = TestRequest(
        side: .head, package: package, repositoryRoot: package, results: folder.path.appending("results"),
        arguments: [], buildLimit: .seconds(1_800), testLimit: .seconds(1_800))
      let isDescribing = { @Sendable (command: ChildCommand) in command.arguments.contains("describe") }
      let sandbox = RecordingSandbox(skips: { !isDescribing($0) }, hidesMachine: hidesMachine, before: before)
      let context = try SandboxedContext(
        request, environment: ["PATH": "/usr/bin:/bin"], gitConfiguration: "", toolchain: toolchain, sandbox: sandbox)
      let manifests = KnownManifests()
      let description = """
        {"name": "Shapes", "path": "\(package)", "dependencies": [\(keptDependencies)], "targets": [
          {"name": "ShapesTests", "type": "test", "path": "Tests/ShapesTests"}]}
        """
      let key = ManifestAnswer.Key(all: "kept", manifests: "kept", readsVariables: false)
      manifests[""] = .init(answer: ManifestAnswer(key: key, description: description), resolution: nil)
      let result = await PackageRun(
        request: request, context: context, toolchain: toolchain, manifests: manifests, progress: { _ in }
      ).perform(keeping: SealedBuilds())
      let commands = sandbox.commands.withLock { $0.map { Self.name($0.arguments) } }
      return (commands, result)
    }
  }

  private static func name(_ arguments: [String]) -> String {
    let words = ["package", "build", "test", "describe", "resolve", "--verbose", "--build-tests"]
    return arguments.filter(words.contains).joined(separator: " ")
  }

  @Test(.timeLimit(.minutes(10))) func `only the manifest's text differs: the package is built while it is described`()
    async throws
  {
    let building = Gate()
    let (commands, result) = try await run(Self.manifest(Self.tested)) { command in
      if command.arguments.first == "build" { building.open() }
      if command.arguments.contains("describe") { try? await building.pass() }
    }
    #expect(Set(commands.prefix(2)) == ["package --verbose describe", "build --build-tests"])
    #expect(commands.count { $0.contains("describe") || $0.contains("build") } == 2, "\(commands)")
    #expect(result.layout?.targets.count == 2)
    #expect(result.stages.prefix(2).map(\.name) == ["read the manifest", "build"])
  }

  @Test func `a package that has no tests any more is built for itself after the build that has begun`() async throws {
    let (commands, result) = try await run(Self.manifest(#".target(name: "Shapes")"#))
    #expect(Set(commands.prefix(2)) == ["package --verbose describe", "build --build-tests"])
    #expect(commands.dropFirst(2) == ["build"])
    #expect(result.run.outcome == .noTests, "\(result.run.reason)")
  }

  @Test func `a package that has dependencies now is resolved first`() async throws {
    let dependency = #"package.dependencies = [.package(url: "https://example.com/a", from: "1.0.0")]"#
    let (commands, _) = try await run(Self.manifest(Self.tested, dependency))
    #expect(Set(commands.prefix(2)) == ["package --verbose describe", "build --build-tests"])
    #expect(commands.dropFirst(2).first == "package resolve")
  }

  @Test func `a manifest with an error ends the run`() async throws {
    let (commands, result) = try await run(Self.manifest(Self.tested, "let a: Int = true"))
    #expect(Set(commands) == ["package --verbose describe", "build --build-tests"])
    #expect(result.run.outcome == .buildFailed)
    #expect(result.run.reason == "Package.swift cannot be read (swift package describe failed)")
    #expect(result.run.logTail.contains("error:"))
    #expect(result.stages.map(\.name) == ["read the manifest"])
  }

  @Test(arguments: [
    (rest: "if Context.environment[\"CI\"] != nil {}", dependencies: "", hidesMachine: true),
    (rest: "import Foundation", dependencies: "", hidesMachine: true),
    (rest: "", dependencies: #"{"type": "sourceControl"}"#, hidesMachine: true),
    (rest: "", dependencies: "", hidesMachine: false),
  ])
  func `variables, files, dependencies and no sandbox have it described first`(
    rest: String, dependencies: String, hidesMachine: Bool
  ) async throws {
    let (commands, _) = try await run(
      Self.manifest(Self.tested, rest), keptDependencies: dependencies, hidesMachine: hidesMachine)
    #expect(commands.contains("package describe"))
    let described = commands.lastIndex { $0.contains("describe") },
      built = commands.firstIndex { $0.hasPrefix("build") }
    #expect(try #require(described) < #require(built), "\(commands)")
  }
}
