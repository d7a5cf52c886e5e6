// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

/// A package whose tests pass, fail, crash or hang, as the file `mode` in it says.
enum SamplePackage {
  static func write(in folder: ScratchFolder) throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        targets: [.target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"])])
      """)
    try folder.write("Sources/Sample/Sample.swift", "public func twice(_ x: Int) -> Int {\n  2 * x\n}\n")
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
          XCTAssertEqual(twice(2), mode == "fail" ? 5 : 4)
        }
        func testHang() {
          if mode == "hang" { sleep(60) }
        }
      }
      """)
    try folder.write(
      "Tests/SampleTests/NewTests.swift",
      """
      import Sample
      import Testing

      @Test func twiceThree() {
        if mode == "crash" { fatalError("on purpose") }
        #expect(twice(3) == (mode == "fail" ? 7 : 6))
      }

      @Test(.disabled("not now")) func later() {}
      """)
  }
}
