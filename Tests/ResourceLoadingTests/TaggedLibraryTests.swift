// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `ResourceLoading` as a dependency of another package.
///
/// SwiftPM refuses a version of a package whose product reaches a package by path, such as `Lint`.
struct TaggedLibraryTests {
  private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
  private static let isRepository = FileManager.default.fileExists(atPath: root.appending(".git").string)

  @Test(.thorough, .enabled(if: isRepository, "needs the repository of these sources, with its history"))
  func `another package resolves the library by its version and builds a program with it`() async throws {
    try await withScratchDirectory { folder in
      let clone = folder.path.appending("reviewbot")
      try run(["git", "clone", "--quiet", "--bare", Self.root.string, clone.string], in: folder)
      try run(["git", "-C", clone.string, "tag", "1.0.0", "HEAD"], in: folder)
      try folder.write(
        "program/Package.swift",
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "program",
          dependencies: [
            .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
            .package(url: "file://\(clone)", from: "1.0.0"),
          ],
          targets: [
            .executableTarget(
              name: "program",
              dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ResourceLoading", package: "reviewbot"),
              ],
              path: ".")
          ])
        """)
      try folder.write(
        "program/main.swift",
        """
        import Foundation
        import HTTPTypes
        import ResourceLoading

        struct LatestTag: HTTPResource, JSONResource {
          typealias Model = String
          struct Root: Decodable { let tag_name: String }

          let server: HTTPAddress

          var request: HTTPRequest { HTTPRequest(at: server.appending("repos", "a/b", "releases", "latest")) }
          func model(mappedFrom root: Root) -> String { root.tag_name }
        }

        guard let server = HTTPAddress("https://api.example.com") else { exit(1) }
        let stub = StubTransport { _ in
          TransportResponse(status: .ok, body: Data(#"{"tag_name": "1.4.0"}"#.utf8))
        }
        print(try await NetworkService(stub).load(LatestTag(server: server)))
        """)
      let output = try run(["swift", "run", "--quiet", "--package-path", "program", "program"], in: folder)
      #expect(output.split(separator: "\n").last == "1.4.0", "\(output)")
    }
  }

  @discardableResult
  private func run(_ command: [String], in folder: ScratchDirectory) throws -> String {
    // The toolchain's caches and SwiftPM's settings of the user, but no other state.
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path.string]) { $1 }
    return try FinishedCommand.output(of: command, environment: environment, in: folder.path)
  }
}
