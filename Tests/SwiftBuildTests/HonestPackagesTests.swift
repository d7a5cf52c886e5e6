// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Checks that no honest package is mistaken for one that forges its results: each is built once, and its tests, which
/// run in parallel, run three times.
///
/// `REVIEWBOT_HONEST_PACKAGES` contains paths of folders and git repositories, separated by spaces.
@Suite(.serialized, .enabled(if: !HonestPackages.all.isEmpty, "REVIEWBOT_HONEST_PACKAGES names no packages"))
struct HonestPackagesTests {
  @Test(arguments: HonestPackages.all)
  func `test results of honest packages are not doubted`(package: String) async throws {
    try await withScratchDirectory { folder in
      let checkout = folder.path.appending("checkout")
      try await blocking {
        if package.hasSuffix(".git") {
          try FinishedCommand.output(of: ["git", "clone", "--quiet", package, checkout.string])
        } else {
          try FinishedCommand.output(of: ["cp", "-a", package, checkout.string])
          try? FileManager.default.removeItem(atPath: checkout.appending(".build").string)
        }
      }
      let confirmations = Locked(0)
      var runs: [TestRun] = []
      for number in 1...3 {
        let runner = SwiftPackageTestRunner(
          environment: ProcessInfo.processInfo.environment, gitConfiguration: "", sandbox: Unsandboxed())
        let request = TestRequest(
          side: .head, package: checkout, repositoryRoot: checkout,
          results: try folder.folder("results-\(number)").path, arguments: TestRequest.withoutToolchainIndex,
          buildLimit: .seconds(7_200), testLimit: .seconds(7_200))
        let tested = await runner.test(request) { event in
          if case .detail(TestConfirmation.announcement) = event { confirmations.withLock { $0 += 1 } }
        }
        runs.append(tested.run)
        if ![.passed, .testsFailed, .crashed].contains(tested.run.outcome) { break }
      }
      let name = (package as NSString).lastPathComponent
      let outcomes = runs.map { "\($0.outcome.rawValue) (\($0.tests.total) tests) \($0.reason)" }
      print("honest package \(name): \(outcomes.joined(separator: "; ")); confirmed \(confirmations.withLock { $0 })")
      // A package whose tests crash on their own proves nothing.
      #expect(!runs.contains { $0.outcome == .crashed && !$0.reason.hasPrefix("a test process crashed") })
    }
  }
}

private enum HonestPackages {
  static let all = (ProcessInfo.processInfo.environment["REVIEWBOT_HONEST_PACKAGES"] ?? "")
    .split(separator: " ").map(String.init)
}
