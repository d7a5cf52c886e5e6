// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import SwiftBuild

/// Builds and tests a package without a sandbox.
func tested(
  _ package: FilePath, results: ScratchDirectory, testLimit: Duration = .seconds(1_800), retries: Int = 0,
  isManifestRemoved: Bool = false, environment: [String: String] = [:], setup: SetupPlan? = nil,
  runs: [TestSelection] = [], sandbox: any Sandbox = Unsandboxed(), jobs: Int? = nil, warmStart: WarmStart? = nil,
  flaky: FlakyTests.Policy = .fail, newTests: NewTestRuns? = nil,
  earlier: EarlierRun? = nil, order: TestOrder? = nil, progress: @escaping ProgressHandler = { _ in }
) async -> TestedWorkspace {
  let runner = SwiftPackageTestRunner(
    environment: SharedModules.environment(), gitConfiguration: "", sandbox: sandbox, jobs: jobs)
  return await runner.test(
    TestRequest(
      side: .head, package: package, repositoryRoot: package, results: results.path,
      arguments: TestRequest.withoutToolchainIndex, buildLimit: .seconds(1_800), testLimit: testLimit,
      flaky: FlakyTests(retries: retries, policy: flaky), warmStart: warmStart, isManifestRemoved: isManifestRemoved,
      environment: environment, setup: setup, runs: runs, newTests: newTests, order: order, earlier: earlier),
    progress: progress)
}

/// A package whose tests pass, fail, crash or hang, depending on its file `mode`. Its library has a warning.
enum SamplePackage {
  static func write(in folder: ScratchDirectory) throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        targets: [
          .target(name: "Sample"), .target(name: "Start"),
          .testTarget(name: "SampleTests", dependencies: ["Sample", "Start"]),
        ])
      """)
    try folder.write("Sources/Start/include/start.h", "void start(void);\n")
    try folder.write(
      "Sources/Start/start.c",
      """
      #include "start.h"
      #include <stdio.h>
      #include <string.h>
      #include <unistd.h>
      void start(void) {}
      __attribute__((constructor)) static void leave(void) {
        char mode[16] = "", path[4096];
        snprintf(path, sizeof path, "%.*smode", (int)(strlen(__FILE__) - strlen("Sources/Start/start.c")), __FILE__);
        FILE *file = fopen(path, "r");
        if (file && fgets(mode, sizeof mode, file) && !strcmp(mode, "leave")) _exit(0);
        if (file) fclose(file);
      }
      """)
    try folder.write(
      "Sources/Sample/Sample.swift", "public func twice(_ x: Int) -> Int {\n  let unused = 1\n  return 2 * x\n}\n")
    try folder.write(
      "Tests/SampleTests/OldTests.swift",
      """
      import Foundation
      import Sample
      import XCTest

      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let mode = try! String(contentsOf: folder.appendingPathComponent("../../mode"), encoding: .utf8)

      final class OldTests: XCTestCase {
        func testTwice() {
          print("printed by testTwice")
          // SwiftPM leaves out what XCTest prints together with such a byte.
          if mode == "bytes" { putchar(0xff) }
          XCTAssertEqual(twice(2), mode == "fail" ? 5 : 4)
        }
        func testHang() {
          if mode == "hang" {
            try! "\\(getpid())".write(to: folder.appendingPathComponent("../../pid"), atomically: true, encoding: .utf8)
            sleep(3600)
          }
          if mode == "die" { fatalError("the old one dies") }
        }
        func testSkip() throws {
          throw XCTSkip("not here")
        }
        func testFlaky() {
          let marker = folder.appendingPathComponent("../../marker")
          guard mode == "flaky" else { return }
          let own = ["HOME", "TMPDIR"].map { ProcessInfo.processInfo.environment[$0]! + "/left" }
          guard !FileManager.default.fileExists(atPath: marker.path) else {
            return XCTAssertFalse(own.contains { FileManager.default.fileExists(atPath: $0) })
          }
          for path in own + [marker.path] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
          XCTFail("only once")
        }
      }
      """)
    try folder.write(
      "Tests/SampleTests/NewTests.swift",
      """
      import Foundation
      import Sample
      import Testing

      @Test func twiceThree() {
        if mode == "crash" { fatalError("on purpose") }
        if mode == "exit" { exit(0) }
        if mode == "loud" {
          let noise = [UInt8](repeating: 0, count: 1 << 20)
          for _ in 0..<1024 { FileHandle.standardOutput.write(Data(noise)) }
        }
        if mode == "words" { print("Fatal error: x\\nerror: Process 'x' exited with unexpected signal code 4") }
        #expect(twice(3) == (mode == "fail" || mode == "words" ? 7 : 6))
      }

      @Test(.disabled("not now")) func later() {}

      @Test func sleepy() async throws {
        if mode == "hang" { try await Task.sleep(for: .seconds(3_600)) }
      }
      """)
  }
}
