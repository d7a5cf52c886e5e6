// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Packages that depend on others, in a sandbox that has no network.
  @Suite(
    .enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"),
    .enabled(if: GitHTTPSServer.isAvailable, "the server of these tests needs git, openssl and python3"))
  struct SandboxedDependencyTests {
    private struct Place {
      let program: BuiltProgram
      let server: GitHTTPSServer
      let repository: SampleRepository

      func check(_ arguments: [String], keepsBuilds: Bool = false) async throws -> Checked {
        // The code under review trusts the certificates that its operator trusts.
        try await Checked(
          repository, by: program, ["--sandbox", "bwrap"] + (keepsBuilds ? [] : ["--no-build-cache"]) + arguments,
          environment: trust)
      }

      var trust: [String: String] {
        ["GIT_SSL_CAINFO": server.certificate.string, "SSL_CERT_FILE": server.certificate.string]
      }
    }

    /// - Parameter hasTests: without tests it builds in a third of the time.
    private func withPlace(
      token: String = "", hasTests: Bool = true, _ body: (Place) async throws -> Void
    ) async throws {
      try await withScratchDirectory { folder in
        let served = try folder.folder("served")
        let lines = try GitFixture(in: folder.folder("lines"))
        try lines.write(
          "Package.swift",
          """
          // swift-tools-version: 6.0
          import PackageDescription
          let package = Package(
            name: "lines", products: [.library(name: "Lines", targets: ["Lines"])], targets: [.target(name: "Lines")])

          """)
        try lines.write("Sources/Lines/Lines.swift", "public let dimensions = 1\n")
        try lines.commit("first")
        try lines.git("tag", "1.0.0")
        try lines.git("clone", "--quiet", "--bare", ".", served.path.appending("lines.git").string)
        let server = try GitHTTPSServer(served, in: folder, token: token)
        let url = server.url("lines.git", host: "localhost")
        let tests = hasTests ? "\n    .testTarget(name: \"SampleTests\", dependencies: [\"Sample\"])," : ""
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
              name: "Sample", dependencies: [.package(url: "\(url)", from: "1.0.0")],
              targets: [
                .target(name: "Sample", dependencies: [.product(name: "Lines", package: "lines")]),\(tests)
              ])

            """,
            "Sources/Sample/Sample.swift": "import Lines\npublic func one() -> Int { dimensions }\n",
          ])
        try await body(Place(program: try BuiltProgram(in: folder), server: server, repository: repository))
      }
    }

    @Test(.thorough) func `dependencies are fetched only from allowed hosts`() async throws {
      try await withPlace(hasTests: false) { place in
        let name = "localhost:\(place.server.port)"
        let refused = try await place.check([])
        #expect(refused.report?.verdict == .buildFailed)
        #expect(refused.report?.notes.contains { $0.contains("--allow-host HOST") } == true)
        #expect(refused.report?.notes.contains { $0.contains(name) } == false)
        let verbose = try await place.check(["--verbose"])
        #expect(verbose.outcome.errors.contains("\(name) is not among the hosts"))
        #expect(try place.server.requests == [])

        let allowed = try await place.check(["--allow-host", "\(name)=127.0.0.1/32"])
        #expect(allowed.outcome.status == 0, "\(allowed.outcome.errors)")
        #expect(
          allowed.report?.notes == [
            "Package.resolved is not in the commit: there are no pinned versions to compare the dependencies with"
          ])
        #expect(try place.server.requests != [])
        // Because of `--no-build-cache`.
        #expect(allowed.report?.stages.map(\.name).contains("base build") == false)
        #expect(allowed.builds == [])
      }
    }

    @Test func `a merge has the dependencies of the head, without a committed list of them`() async throws {
      try await withPlace(hasTests: false) { place in
        try place.repository.write(["Sources/Sample/Late.swift": "public let late = 1\n"])
        try place.repository.git.commit("late")
        let checked = try await place.check(["--allow-host", "localhost:\(place.server.port)=127.0.0.1/32"])
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.report?.runs.map(\.side) == [.head, .merge])
        #expect(checked.report?.runs.allSatisfy { $0.outcome == .noTests } == true, "\(checked.report?.reasons ?? [])")
      }
    }

    @Test(.thorough) func `a manifest that changes the kept checkout of a dependency cannot pass`() async throws {
      try await withPlace(hasTests: false) { place in
        let manifest = try place.repository.git.folder.text("Package.swift")
        try place.repository.write([
          "Package.swift": manifest + """
            import Foundation
            let file = Context.packageDirectory + "/.build/checkouts/lines/Sources/Lines/Lines.swift"
            if FileManager.default.fileExists(atPath: file) {
              try! "public let dimensions = 7".write(toFile: file, atomically: true, encoding: .utf8)
            }

            """
        ])
        try place.repository.git.commit("change a dependency")
        let checked = try await place.check(
          ["--allow-host", "localhost:\(place.server.port)=127.0.0.1/32"], keepsBuilds: true)
        #expect(checked.report?.stages.map(\.name).contains("reuse the base build") == true)
        #expect(checked.outcome.status != 0)
        // Where SwiftPM restores the checkout of the head, that of the merge is found.
        let reasons = checked.report?.runs.compactMap(\.reason) ?? []
        #expect(
          reasons.contains {
            $0.hasPrefix("the checkout of the dependency lines is not its pinned commit ")
              && $0.hasSuffix(": Sources/Lines/Lines.swift")
          }, "\(reasons)")
      }
    }

    @Test(
      .enabled(if: !ContainerSetting.common.isEmpty, Comment(rawValue: ContainerSetting.isMissing)),
      arguments: ContainerSetting.common)
    func `in a container, dependencies are fetched from an allowed host`(setting: ContainerSetting) async throws {
      try await withPlace(hasTests: false) { place in
        let host = "localhost:\(place.server.port)=127.0.0.1/32"
        let checked = try await setting.check(
          place.repository, in: place.program.folder, ["--no-build-cache", "--allow-host", host],
          environment: place.trust)
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(try place.server.requests != [])
      }
    }

    @Test(.thorough) func `private dependencies are fetched with a token that is not stored or logged`() async throws {
      let token = "sesame-\(UUID().uuidString)"
      try await withPlace(token: token) { place in
        let file = try place.program.folder.write("token", token)
        let checked = try await place.check(["--dependency-token", "localhost:\(place.server.port)=\(file)"])
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.report?.runs.map(\.tests) == [TestCounts(passed: 2)])
        try FileManager.default.removeItem(atPath: file.string)
        #expect(!checked.outcome.errors.contains(token))
        let home = place.program.home
        for path in try FileManager.default.subpathsOfDirectory(atPath: home.string) {
          let bytes = FileManager.default.contents(atPath: home.pushing(FilePath(path)).string) ?? Data()
          #expect(bytes.range(of: Data(token.utf8)) == nil, "\(path)")
        }
      }
    }
  }
}
