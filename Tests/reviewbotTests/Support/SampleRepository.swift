// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A repository with a small package on `main` and a pull request.
struct SampleRepository {
  /// Texts by path; `nil` removes a file.
  typealias Files = [String: String?]

  static let package = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Sample", targets: [.target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"])])

    """

  /// Builds in a third of the time.
  static let withoutTests: Files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Sample", targets: [.target(name: "Sample")])

    """,
    "Tests/SampleTests/SignTests.swift": nil,
  ]

  /// Line 3 is not run by the tests, and two lines have findings.
  static let change: Files = [
    "Sources/Sample/Sign.swift": """
    public func sign(_ x: Int) -> Int {
      if x < 0 {
        return -1
      }
      // TODO: zero
      return 1;
    }

    """,
    "Tests/SampleTests/SignTests.swift": """
    import Sample
    import Testing

    @Test func positive() {
      #expect(sign(5) == 1)
    }

    """,
  ]

  let git: GitFixture
  /// The number of the pull request.
  private(set) var number = 1
  var path: FilePath { git.folder.path }

  /// - Parameters:
  ///   - base: the differences from the package without the change.
  ///   - head: the differences from the base with the change.
  init(in folder: ScratchDirectory, base: Files = [:], head: Files = [:]) throws {
    git = try GitFixture(in: folder)
    try write(["Package.swift": Self.package, "Sources/Sample/Sample.swift": "public func one() -> Int { 1 }\n"])
    try write([
      "Tests/SampleTests/SampleTests.swift":
        "import Sample\nimport Testing\n@Test func isOne() { #expect(one() == 1) }\n"
    ])
    try write(base)
    try git.commit("base")
    try openPullRequest(from: "change", head)
  }

  /// The same repository with another pull request, which is opened, or with another head of an existing one.
  ///
  /// - Parameter start: where the branch begins.
  func opening(_ number: Int, from start: String = "main", head: Files) throws -> SampleRepository {
    var other = self
    other.number = number
    try other.openPullRequest(from: "change-\(number)", at: start, head)
    return other
  }

  private func openPullRequest(from branch: String, at start: String = "main", _ head: Files) throws {
    // Other tests may be reviewing pull requests of the same repository.
    try git.branch(branch, at: start) { tree in
      try Self.write(Self.change, in: tree)
      try Self.write(head, in: tree)
      try tree.commit("head")
    }
    try git.openPullRequest(number, at: branch)
  }

  func write(_ files: Files) throws { try Self.write(files, in: git) }

  private static func write(_ files: Files, in tree: GitFixture) throws {
    for (name, text) in files {
      if let text {
        try tree.write(name, text)
      } else if tree.folder.exists(name) {
        try FileManager.default.removeItem(atPath: tree.folder.path.pushing(FilePath(name)).string)
      }
    }
  }
}
