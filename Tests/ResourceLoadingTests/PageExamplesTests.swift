// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import Testing

/// The examples of `Documentation/writing-resources.md`, which are repeated below without changes.
struct PageExamplesTests {
  @Test func `the code of the page is part of the tests`() throws {
    let here = URL(fileURLWithPath: #filePath)
    let page = here.deletingLastPathComponent().appendingPathComponent("../../Documentation/writing-resources.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let source = try String(contentsOf: here, encoding: .utf8)
    #expect(blocks.count == 3)
    for block in blocks { #expect(source.contains("\n" + block), "not in the tests: \(block)") }
    // The number of lines that the page mentions.
    let lines = blocks.first?.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines?.count == 10)
  }
}

struct LatestTag: HTTPResource, JSONResource {
  typealias Model = String
  struct Root: Decodable { let tag_name: String }

  let server: HTTPAddress
  let repository: String

  var request: HTTPRequest { HTTPRequest(at: server.appending("repos", repository, "releases", "latest")) }
  func model(mappedFrom root: Root) -> String { root.tag_name }
}

func latestTag(
  of repository: String, on server: HTTPAddress, token: String, through network: some HTTPTransport
) async throws -> String {
  let authorised = AuthorizingTransport(
    network, field: HTTPField(name: .authorization, value: "Bearer \(token)"), for: server.origin)
  let limited = RateLimitingTransport(authorised)
  let service = NetworkService(RetryingTransport(limited, policy: RetryPolicy(repeatsAfterLimits: false)))
  return try await service.load(LatestTag(server: server, repository: repository))
}

@Test func `finds the latest tag`() async throws {
  let server = try #require(HTTPAddress("https://api.example.com"))
  let stub = StubTransport { _ in
    TransportResponse(status: .ok, body: Data(#"{"tag_name": "1.4.0"}"#.utf8))
  }
  #expect(try await latestTag(of: "a/b", on: server, token: "t", through: stub) == "1.4.0")
  #expect(await stub.requests.map(\.head.path) == ["/repos/a%2Fb/releases/latest"])
}
