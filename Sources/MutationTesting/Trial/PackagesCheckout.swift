// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import ReviewContract
package import SwiftBuild
package import SystemPackage

/// A checkout of Swift packages, a copy that belongs to the trial.
package final class PackagesCheckout: TrialCheckout, Sendable {
  private static let reach = "reached"

  package let suites: [TrialSuite]
  private let root: FilePath
  private let packages: [RebuiltPackage]
  /// A directory that the tests cannot see.
  private let archive: FilePath
  private let sealed: Locked<Seal?>

  private struct Seal {
    let sources: CommittedSources
    let products: [BuiltProducts]
  }

  /// - Parameters:
  ///   - root: the checkout.
  ///   - packages: each with its folder in the checkout and the results of its tests.
  ///   - areAll: whether the results are those of all tests.
  ///   - archive: a directory that the tests cannot see.
  package init(
    _ root: FilePath, _ packages: [(built: RebuiltPackage, folder: String, cases: [TestCase])], areAll: Bool,
    archive: FilePath
  ) {
    self.root = root
    self.packages = packages.map(\.built)
    self.archive = archive
    suites = packages.enumerated().flatMap { number, package in
      TestSuite.suites(of: package.cases, areAll: areAll).map { TrialSuite($0, package: number, in: package.folder) }
    }
    sealed = Locked(nil)
  }

  package func write(_ files: [String: [UInt8]]) throws {
    let checkout = ContainedDirectory(root)
    for (path, bytes) in files {
      try checkout.remove(path)
      try checkout.write(bytes, to: path)
    }
  }

  package func build() async throws -> RebuiltPackage.Build {
    var build: RebuiltPackage.Build?
    for package in packages {
      build = try await package.build()
      guard build?.failure == nil else { break }
    }
    guard let build else { preconditionFailure("a trial has a package") }
    return build
  }

  package func seal() throws {
    let listing = archive.appending("files")
    try CommitListing.write(try CommitListing.files(in: ContainedDirectory(root)), to: listing)
    let sources = try CommittedSources(root, listing: listing, archive: archive.appending("contents"))
    try sources.keep()
    let seal = Seal(sources: sources, products: try packages.map { try $0.products() })
    sealed.withLock { $0 = seal }
  }

  package func run(_ suite: TrialSuite, active: Int, count: Int, limit: Duration) async throws -> TrialRun {
    guard let seal = sealed.withLock({ $0 }) else { preconditionFailure("the checkout is not sealed") }
    let package = packages[suite.package]
    // One byte more than the highest number.
    let reach = try package.write([UInt8](repeating: 0, count: count + 1), to: Self.reach)
    var variables = [MutationSwitch.reachVariable: reach]
    if active != 0 { variables[MutationSwitch.activeVariable] = String(active) }
    let run = try await package.run(suite.suite, variables: variables, limit: limit, stopsAtFailure: active != 0)
    _ = try seal.sources.restore()
    let replaced = try seal.products.flatMap { try $0.differences() }
    if let first = replaced.min() { throw TrialObstacle("the tests replaced \(first), which the build made") }
    // The tests may have removed it, as a mutant may remove anything.
    let bytes = (try? package.read(Self.reach, limit: count + 1)) ?? []
    return TrialRun(run, reached: Set(bytes.indices.filter { bytes[$0] != 0 }))
  }
}

/// The reason why a trial has no result, as a clause.
package struct TrialObstacle: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
