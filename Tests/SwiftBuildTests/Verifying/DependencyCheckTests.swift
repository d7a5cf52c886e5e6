// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Real dependencies, in local repositories.
struct DependencyCheckTests {
  private struct Resolved {
    let folder: ScratchDirectory
    let check: DependencyCheck

    func write(_ path: String, _ text: String) throws { try folder.write("checkout/.build/\(path)", text) }

    /// The reason for a failure; `nil` without one.
    func failure() async throws -> String? {
      do {
        _ = try await check.verify()
        return nil
      } catch let failure as StageFailure {
        #expect(failure.outcome == .crashed)
        return failure.reason
      }
    }
  }

  private func withDependency(
    manifest: String = "", _ body: (Resolved) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let dependency = try GitFixture(in: folder.folder("shape"))
      try dependency.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "shape", products: [.library(name: "Shape", targets: ["Shape"])], targets: [.target(name: "Shape")])
        """)
      try dependency.write("Sources/Shape/Shape.swift", "public let corners = 4\n")
      try dependency.commit("shape")
      try dependency.git("tag", "1.0.0")
      let package = try folder.folder("checkout").path
      try folder.write(
        "checkout/Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Sample", dependencies: [.package(url: "\(dependency.folder.path)", from: "1.0.0")],
          targets: [.target(name: "Sample", dependencies: [.product(name: "Shape", package: "shape")])])
        """)
      try folder.write("checkout/Sources/Sample/Sample.swift", "import Shape\npublic let corners = Shape.corners\n")
      let environment = ProcessInfo.processInfo.environment
      let toolchain = try await Toolchain.find(
        environment: SandboxedEnvironment.inherited(from: environment), temporary: folder.path.appending("toolchain"))
      let request = TestRequest(
        side: .head, package: package, repositoryRoot: package, results: try folder.folder("results").path,
        arguments: [], buildLimit: .seconds(1800), testLimit: .seconds(1800))
      let context = try SandboxedContext(
        request, environment: environment, gitConfiguration: "", toolchain: toolchain, sandbox: Unsandboxed())
      try await PackageDescriber(toolchain: toolchain, context: context, timeLimit: .seconds(1800))
        .resolve(package) { _ in }
      let check = DependencyCheck(context: context, package: PackageDirectory(package, in: package))
      try await body(Resolved(folder: folder, check: check))
    }
  }

  @Test func `the checkout of a dependency is compared with its pin`() async throws {
    try await withDependency { resolved in
      #expect(try await resolved.check.verify() == [])
      try resolved.write("checkouts/shape/Sources/Shape/Shape.swift", "public let corners = 7\n")
      try resolved.write("checkouts/shape/Sources/Shape/More.swift", "public let more = 7\n")
      let reason = try #require(try await resolved.failure())
      #expect(reason.hasPrefix("the checkout of the dependency shape is not its pinned commit "), "\(reason)")
      #expect(reason.hasSuffix(": Sources/Shape/Shape.swift; added: Sources/Shape/More.swift"), "\(reason)")
    }
  }

  @Test func `a dependency that SwiftPM would take from elsewhere is not its pin`() async throws {
    try await withDependency { resolved in
      let name = ".build/workspace-state.json"
      let state = try resolved.folder.text("checkout/\(name)")
      for (from, to, reason) in [
        (
          #""subpath" : "shape""#, #""subpath" : "../evil""#,
          "the checkout of the dependency shape is not in its folder"
        ),
        ("sourceControlCheckout", "edited", "the dependency shape is not the one that Package.resolved names"),
        (#""version" : "1.0.0""#, #""version" : "1.0.0""#, nil),
      ] {
        #expect(state.contains(from))
        try resolved.folder.write("checkout/\(name)", state.replacing(from, with: to))
        #expect(try await resolved.failure() == reason)
      }
      let revision = try #require(state.firstMatch(of: /[0-9a-f]{40}/)).output
      try resolved.folder.write(
        "checkout/\(name)", state.replacing(revision, with: String(revision.reversed())))
      #expect(
        try await resolved.failure() == "the dependency shape is not at the revision that Package.resolved names")
      try resolved.folder.write("checkout/\(name)", "{}")
      #expect(try await resolved.failure() == "SwiftPM's list of the dependencies cannot be read")
    }
  }

  @Test func `dependencies without pins are not their pins`() async throws {
    try await withDependency { resolved in
      try resolved.folder.write("checkout/Package.resolved", #"{"pins":[],"version":2}"#)
      #expect(
        try await resolved.failure() == "the dependency shape is not at the revision that Package.resolved names")
    }
  }

  @Test func `a repository that does not hold the pinned commit is not accepted`() async throws {
    try await withDependency { resolved in
      for folder in ["checkouts/shape/.git/objects", "repositories"] {
        try FileManager.default.removeItem(atPath: "\(resolved.folder.path)/checkout/.build/\(folder)")
      }
      #expect(
        try await resolved.failure() == "the repository of the dependency shape does not hold its pinned commit")
    }
  }
}
