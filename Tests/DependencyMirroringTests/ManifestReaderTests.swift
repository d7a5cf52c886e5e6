// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import DependencyMirroring

struct ManifestReaderTests {
  @Test func `literal URLs and paths are found, and computed ones are counted`() {
    let found = ManifestReader().read(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      // .package(url: "https://comment.test/a", from: "1.0.0")
      let base = "https://git.test/"
      let package = Package(
        name: "Shapes",
        dependencies: [
          .package(url: "https://git.test/acme/lines.git", from: "1.0.0"),
          .package(name: "Old", url: "git@git.test:acme/old", .branch("main")),
          Package.Dependency.package(url: #"https://git.test/raw"#, exact: "1.0.0"),
          .package(url: \"""
            https://git.test/multiline
            \""", branch: "main"),
          .package(path: "../Nearby"),
          .package(id: "acme.registry", from: "1.0.0"),
          .package(url: base + "computed", from: "1.0.0"),
          .package(url: "\\(base)interpolated", from: "1.0.0"),
        ],
        targets: [.target(name: "Shapes", dependencies: [.product(name: "Lines", package: "lines")])])
      #if os(Linux)
      package.dependencies.append(.package(url: "https://git.test/later", from: "1.0.0"))
      #endif
      """)
    #expect(
      found.urls == [
        "https://git.test/acme/lines.git", "git@git.test:acme/old", "https://git.test/raw",
        "https://git.test/multiline", "https://git.test/later",
      ])
    #expect(found.paths == ["../Nearby"])
    #expect(found.computed == 2)
  }

  @Test(arguments: [
    "", "}}}}", "\u{0}\u{1}", String(repeating: "(", count: 100_000), String(repeating: ".package(", count: 10_000),
    ".package(url: ", String(repeating: "a.", count: 3000),
  ])
  func `a file that is not a manifest has no dependencies`(text: String) {
    #expect(ManifestReader().read(text).urls == [])
  }

  @Test func `at most 500 dependencies are read`() {
    let text = (0..<600).map { ".package(url: \"https://git.test/\($0)\", from: \"1.0.0\")" }.joined(separator: ",\n")
    #expect(ManifestReader().read("[\(text)]").urls.count == 500)
  }
}
