// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// When a manifest that was evaluated before is not evaluated again.
struct ManifestAnswerTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Shapes", targets: [.target(name: "Shapes", exclude: ["notes.txt"])])
    """

  private func key(
    _ folder: ScratchDirectory, package: String = "", version: String = "6.3.1", variables: [String: String] = [:],
    environment: [String: String] = [:]
  ) throws -> ManifestAnswer.Key? {
    let root = folder.path.appending("checkout")
    let path = package.isEmpty ? root : root.appending(package)
    let request = TestRequest(
      side: .head, package: path, repositoryRoot: root, results: folder.path.appending("results"), arguments: [],
      buildLimit: .seconds(1), testLimit: .seconds(1))
    let toolchain = Toolchain(swift: "/bin/false", tools: "/bin", version: version, testOptions: [], events: nil)
    let context = try SandboxedContext(
      request, environment: environment, gitConfiguration: "", toolchain: toolchain, sandbox: Unsandboxed())
    return ManifestInputs(
      package: PackageDirectory(path, in: root), toolchain: toolchain, context: context, variables: variables
    ).key()
  }

  @Test func `the key depends on manifests, paths, toolchain and variables, and not on the texts of sources`()
    async throws
  {
    try await withScratchDirectory { folder in
      try folder.write("checkout/Package.swift", Self.manifest)
      try folder.write("checkout/Sources/Shapes/a.swift", "let a = 1\n")
      let key = try key(folder)
      #expect(key != nil)
      try folder.write("checkout/Sources/Shapes/a.swift", "let a = 2\n")
      try folder.write("checkout/.build/debug/a.o", "")
      #expect(try self.key(folder) == key)
      var others = [try self.key(folder, version: "6.4"), try self.key(folder, variables: ["A": "1"])]
      try folder.write("checkout/Sources/Shapes/b.swift", "")
      others.append(try self.key(folder))
      try folder.write("checkout/Package@swift-6.2.swift", Self.manifest)
      others.append(try self.key(folder))
      try folder.write("checkout/Package.swift", Self.manifest + "\n// changed")
      others.append(try self.key(folder))
      #expect(!others.contains(nil) && Set(others + [key]).count == 6, "\(others)")
      #expect(Set(others.prefix(3).map { $0?.manifests }) == [key?.manifests])
      #expect(Set((others.suffix(2) + [key]).map { $0?.manifests }).count == 3)
    }
  }

  @Test func `the versions of dependencies that a review puts into a checkout make no difference`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/Package.swift", Self.manifest)
      let key = try key(folder)
      try folder.write("checkout/Package.resolved", "{}")
      #expect(try key != nil && self.key(folder) == key)
      try folder.write("checkout/Sources/Package.resolved", "{}")
      #expect(try self.key(folder) != key)
    }
  }

  @Test func `a manifest that reads a variable depends on all of them`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/Package.swift", Self.manifest)
      #expect(try key(folder, environment: ["LANG": "C"]) == key(folder, environment: ["LANG": "en_US.UTF-8"]))
      #expect(try key(folder)?.readsVariables == false)
      try folder.write("checkout/Package.swift", Self.manifest + "\nif Context.environment[\"LANG\"] != nil {}\n")
      let key = try key(folder, environment: ["LANG": "C"])
      #expect(key?.readsVariables == true)
      #expect(try key != nil && key == self.key(folder, environment: ["LANG": "C"]))
      #expect(try key != self.key(folder, environment: ["LANG": "en_US.UTF-8"]))
    }
  }

  @Test func `a package in a folder depends on its own files only`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/Tools/Package.swift", Self.manifest)
      let key = try key(folder, package: "Tools")
      #expect(key != nil)
      try folder.write("checkout/Package.swift", Self.manifest)
      try folder.write("checkout/Sources/Shapes/a.swift", "")
      #expect(try self.key(folder, package: "Tools") == key)
      #expect(try self.key(folder) != key)
    }
  }

  @Test func `a link among the files, and no manifest, have no key`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/Package.swift", Self.manifest)
      try folder.link("checkout/Sources", to: "/elsewhere")
      #expect(try key(folder) == nil)
    }
  }

  @Test(arguments: [
    "import Foundation", "// ----\nimport Foundation", "let all = Context.environment",
    "let folder = Context.packageDirectory",
    "for v in Context.environment {}", "if Bool.random() {}",
    "#if canImport(Glibc)\nimport Glibc\n#endif",
    "let names = Set([\"a\", \"b\"]).map { $0 }", "@_silgen_name(\"getenv\") func f()", "let file = #filePath",
    "print(CommandLine.arguments)", "var hasher = Hasher()",
  ]) func `a manifest that can evaluate to another package is evaluated each time`(line: String) {
    #expect(ManifestInputs.isPure(Self.manifest))
    #expect(!ManifestInputs.isPure("\(Self.manifest)\n\(line)\n"))
  }

  @Test(arguments: [
    "if Context.environment[\"CI\"] != nil {}", "// proposals/0444-member-import-visibility.md",
    "import CompilerPluginSupport",
  ]) func `a manifest that cannot is not`(line: String) {
    #expect(ManifestInputs.isPure("\(Self.manifest)\n\(line)\n"))
  }

  @Test func `an answer is read again from the bytes of a kept build, and damaged ones are not`() throws {
    let answer = ManifestAnswer(
      key: .init(all: "k", manifests: "m", readsVariables: false), description: "{\"name\":\"Shapes\"}")
    #expect(ManifestAnswer(try answer.encoded()) == answer)
    #expect(ManifestAnswer(Array("{".utf8)) == nil)
  }
}
