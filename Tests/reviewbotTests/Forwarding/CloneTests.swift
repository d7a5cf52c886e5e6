// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import NetworkAddressing
import ReviewTesting
import SystemPackage
import Testing

/// Clones from a real server with git, through the proxy, in a network namespace without a network.
@Suite(
  .enabled(if: GitHTTPSServer.isAvailable, "the server of these tests needs git, openssl and python3"),
  .enabled(if: NetworkNamespace.isAllowed, "this machine allows no network namespaces"))
struct CloneTests {
  /// Resolves the names of the tests' server to the loopback interface.
  private struct LoopbackResolver: HostResolver {
    func addresses(of host: String) -> [NetworkAddress] { [NetworkAddress("127.0.0.1")].compactMap { $0 } }
  }

  private struct Place {
    let program: BuiltProgram
    let server: GitHTTPSServer
    let proxy: DependencyProxy
    let socket: FilePath

    /// Clones without a network.
    func clone(_ url: String, through proxy: Bool = true) async throws -> BuiltProgram.Outcome {
      let git = ["git", "-c", "http.sslCAInfo=\(server.certificate)", "clone", "--quiet", url, "clone"]
      let start = proxy ? ["__forward", socket.string, "--"] : ["__forward", socket.string, "--", "env", "-i"]
      return try await program.run(start + git, shell: NetworkNamespace.script)
    }
  }

  private func withPlace(_ body: (Place) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let served = try folder.folder("served")
      let fixture = try GitFixture(in: served.folder("shapes"))
      try fixture.write("Package.swift", "// swift-tools-version: 6.0\n")
      try fixture.commit("first")
      let server = try GitHTTPSServer(served, in: folder)
      let socket = folder.path.appending("proxy")
      let allowed = try #require(AllowedHost("git.example.test:\(server.port)"))
      let loopback = AddressPolicy(permitting: [try #require(AddressRange("127.0.0.1/32"))])
      let proxy = try DependencyProxy(
        socket: socket, allowing: [allowed], addresses: loopback, resolver: LoopbackResolver())
      defer { proxy.stop() }
      try await body(
        Place(program: try BuiltProgram(in: folder), server: server, proxy: proxy, socket: socket))
    }
  }

  @Test func `git clones from an allowed host through the proxy`() async throws {
    try await withPlace { place in
      let outcome = try await place.clone(place.server.url("shapes/.git"))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try place.program.folder.text("clone/Package.swift") == "// swift-tools-version: 6.0\n")
      place.proxy.stop()
      #expect(Set(place.proxy.account.opened.keys) == ["git.example.test:\(place.server.port)"])
      #expect(place.proxy.account.receivedBytes > 1000)
      #expect(place.proxy.account.notes == [])
    }
  }

  @Test func `git cannot clone from a host that is not allowed, and the log names the host`() async throws {
    try await withPlace { place in
      let other = place.server.url("shapes/.git", host: "other.example.test")
      let outcome = try await place.clone(other)
      #expect(outcome.status == 128)
      #expect(outcome.errors.contains("403"))
      let name = "other.example.test:\(place.server.port)"
      #expect(
        place.proxy.account.log == [
          "dependencies: \(name) is not among the hosts that dependencies may be fetched from"
        ])
      #expect(!place.proxy.account.notes.contains { $0.contains(name) })
      let requests = try place.server.requests
      #expect(requests == [])
    }
  }

  @Test func `git shows why the proxy rejects plain http`() async throws {
    try await withPlace { place in
      let outcome = try await place.clone("http://git.example.test:\(place.server.port)/shapes/.git")
      #expect(outcome.status == 128)
      #expect(
        outcome.errors.contains(
          "remote: reviewbot: only https is allowed, by CONNECT: use an https URL for git.example.test"))
    }
  }

  @Test func `git cannot connect without the proxy`() async throws {
    try await withPlace { place in
      for host in ["localhost", "git.example.test"] {
        let outcome = try await place.clone(place.server.url("shapes/.git", host: host), through: false)
        #expect(outcome.status == 128, "\(outcome.errors)")
      }
      let requests = try place.server.requests
      #expect(requests == [])
    }
  }
}
