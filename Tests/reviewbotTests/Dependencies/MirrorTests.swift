// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import DependencyMirroring
import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands
@testable import ReviewHost

/// Private dependencies: fetched from the server with the token, and resolved by code under review without one.
@Suite(.enabled(if: GitHTTPSServer.isAvailable, "the server of these tests needs git, openssl and python3"))
struct MirrorTests {
  /// A server with `acme/shapes`, which depends on `acme/lines`, and a checkout that depends on `acme/shapes`.
  private struct Place {
    let folder: ScratchDirectory
    let server: GitHTTPSServer
    let checkout: ScratchDirectory
    /// Unique, because the server has it in its arguments, where another test would find it.
    let token = "canary-\(UUID().uuidString)"

    init(in folder: ScratchDirectory) throws {
      self.folder = folder
      let served = try folder.folder("served")
      server = try GitHTTPSServer(served, in: folder, token: token)
      checkout = try folder.folder("checkout")
      try Self.package("lines", dependencies: [], in: served, server)
      try Self.package("shapes", dependencies: ["lines"], in: served, server)
      try checkout.write("Package.swift", Self.manifest("App", ["shapes"], server))
      try checkout.write("Sources/App/App.swift", "let app = 1\n")
    }

    func url(_ name: String) -> String { server.url("acme/\(name)", host: "localhost") }

    private static func package(
      _ name: String, dependencies: [String], in served: ScratchDirectory, _ server: GitHTTPSServer
    ) throws {
      let fixture = try GitFixture(in: served.folder("acme/\(name)"))
      try fixture.write("Package.swift", manifest(name, dependencies, server))
      try fixture.write("Sources/\(name)/file.swift", "public let \(name) = 1\n")
      try fixture.commit("first")
      try fixture.git("tag", "1.0.0")
    }

    private static func manifest(_ name: String, _ dependencies: [String], _ server: GitHTTPSServer) -> String {
      let packages = dependencies.map {
        ".package(url: \"\(server.url("acme/\($0)", host: "localhost"))\", from: \"1.0.0\")"
      }
      // A dependency that no target uses is not fetched.
      let products = dependencies.map { ".product(name: \"\($0)\", package: \"\($0)\")" }
      return """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
          dependencies: [\(packages.joined(separator: ", "))],
          targets: [.target(name: "\(name)", dependencies: [\(products.joined(separator: ", "))])])
        """
    }

    /// Runs `reviewbot __mirror` as `check` does.
    func mirror(
      tokens: [String: String], onLine: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> MirroredDependencies {
      struct Line: Decodable {
        struct Answer: Decodable {
          let _0: MirroredDependencies
        }
        let answer: Answer
      }
      let request = MirrorChild.Request(
        roots: [checkout.path], folders: [""], mirrors: folder.path.appending("mirrors"), tokens: tokens,
        certificates: server.certificate)
      let lines = Locked<[String]>([])
      let command = ChildCommand(
        RunningExecutable.path.removingLastComponent().appending("reviewbot"), [MirrorChild.name],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
        input: Array(try JSONEncoder().encode(request)))
      let result = try await ChildProcess.run(command, limits: ChildLimits(time: .seconds(600))) { line in
        onLine(line.text)
        lines.withLock { $0.append(line.text) }
      }
      let last = lines.withLock { $0.last } ?? ""
      try #require(result.isSuccess, "\(result.tail)")
      return try JSONDecoder().decode(Line.self, from: Data(last.utf8)).answer._0
    }
  }

  @Test(.enabled(if: NetworkNamespace.isAllowed, "this machine allows no network namespaces"))
  func `mirrored dependencies are resolved without a network or a token`() async throws {
    try await withScratchDirectory { folder in
      let place = try Place(in: folder)
      let scans = Locked<[CanaryScan]>([])
      let server = "/proc/\(place.server.processIdentifier)/"
      let token = place.token
      let mirrored = try await place.mirror(tokens: ["localhost:\(place.server.port)": place.token]) { line in
        // The process with the token is at work.
        if line.contains("mirroring") { scans.withLock { $0.append(CanaryScan(for: token)) } }
      }
      #expect(mirrored.notes == [])
      #expect(mirrored.folders.count == 2)
      let seen = scans.withLock { $0 }.flatMap(\.places).filter { !$0.hasPrefix(server) && !$0.hasSuffix("/mem") }
      #expect(scans.withLock { $0.count } == 2)
      #expect(seen == [], "neither in an environment nor among arguments")
      let requests = try place.server.requests.count

      let program = try BuiltProgram(in: folder)
      try folder.write("user/.gitconfig", SandboxedGitConfiguration.text(mirrored.rewrites, isSandboxed: true))
      let socket = folder.path.appending("proxy")
      let proxy = try DependencyProxy(socket: socket, allowing: [])
      defer { proxy.stop() }
      let outcome = try await program.run(
        [
          ForwardChild.name, socket.string, "--", "swift", "package", "--package-path", place.checkout.path.string,
        ] + Self.places(in: folder) + ["resolve"],
        environment: ["TMPDIR": try folder.folder("tmp").path.string], shell: NetworkNamespace.script)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      for name in ["shapes", "lines"] {
        #expect(place.checkout.exists(".build/checkouts/\(name)/Sources/\(name)/file.swift"))
      }
      // `Package.resolved` still has the original URL.
      #expect(try place.checkout.text("Package.resolved").contains(place.url("shapes")))
      #expect(proxy.account.requests == 0)
      #expect(try place.server.requests.count == requests)
      #expect(try Self.files(with: place.token, in: folder) == [])
    }
  }

  @Test func `a dependency is not fetched with a token for another host or port`() async throws {
    try await withScratchDirectory { folder in
      let place = try Place(in: folder)
      for host in ["localhost", "git.example.test:\(place.server.port)", "localhost:1"] {
        let mirrored = try await place.mirror(tokens: [host: place.token])
        #expect(mirrored == MirroredDependencies())
      }
      let requests = try place.server.requests
      #expect(requests == [])
    }
  }

  @Test func `a dependency whose server rejects the token is noted`() async throws {
    try await withScratchDirectory { folder in
      let place = try Place(in: folder)
      let mirrored = try await place.mirror(tokens: ["localhost:\(place.server.port)": "wrong"])
      #expect(mirrored.rewrites == [])
      #expect(
        mirrored.notes == [
          "cannot mirror the dependency \(place.url("shapes")): the server rejects the token; check that it is valid and has read access"
        ])
    }
  }

  /// SwiftPM looks for the user's folders in the system's list of users, not in HOME.
  private static func places(in folder: ScratchDirectory) -> [String] {
    ["cache", "config", "security"].flatMap { ["--\($0)-path", folder.path.appending("swiftpm-\($0)").string] }
  }

  /// The files with the token among the mirrors, the checkouts, the output and all other files.
  private static func files(with token: String, in folder: ScratchDirectory) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path.string)?.allObjects as? [String] ?? []
    try #require(names.contains { $0.hasPrefix("mirrors/") })
    return names.filter { name in
      FileManager.default.contents(atPath: "\(folder.path)/\(name)")?.range(of: Data(token.utf8)) != nil
    }
  }
}
