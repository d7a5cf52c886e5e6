// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

/// The examples of the articles, which are repeated below without changes.
struct ArticleExamplesTests {
  private static let articles = ["LoadingResources", "WrappingTransports"]

  private func server() throws -> HTTPAddress { try #require(HTTPAddress("https://example.com/api")) }

  private func stub(_ responses: [String: TransportResponse]) -> StubTransport {
    StubTransport { (request) throws(TransportError) in
      guard let response = responses[request.head.path ?? ""] else {
        throw TransportError(.unprepared, "\(request.head.path ?? "")")
      }
      return response
    }
  }

  @Test(arguments: articles)
  func `the code of the article is part of the tests`(article: String) throws {
    let here = URL(fileURLWithPath: #filePath)
    let page = here.deletingLastPathComponent()
      .appendingPathComponent("../../Sources/ResourceLoading/ResourceLoading.docc/\(article).md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let source = try String(contentsOf: here, encoding: .utf8)
    #expect(blocks.count >= 4)
    for block in blocks { #expect(source.contains("\n" + block), "not in the tests: \(block)") }
  }

  @Test func `the code of the front page is that of the example, whose tests run`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    let example = "Examples/OpenPullRequests/"
    let sources =
      try lines(example + "Sources/OpenPullRequests/OpenPullRequests.swift")
      + lines(example + "Tests/OpenPullRequestsTests/OpenPullRequestsTests.swift")
    let page = try lines("Sources/ResourceLoading/ResourceLoading.docc/ResourceLoading.md")
    let parts = page.split(separator: "```swift").dropFirst().map { $0.prefix { $0 != "```" } }
    #expect(parts.count == 4)
    for part in parts { #expect(sources.contains(part), "not in the example: \(part)") }
  }

  @Test func `the latest release is loaded, or is nil if there is none`() async throws {
    let found = StubService(stub(["/api/releases/latest": answer(#"{"name": "1.0"}"#)]))
    #expect(try await nameOfLatestRelease(found, on: server()) == "1.0")
    let missing = StubService(stub(["/api/releases/latest": answer("no", status: .notFound)]))
    #expect(try await nameOfLatestRelease(missing, on: server()) == nil)
    let broken = StubService(stub(["/api/releases/latest": answer("no", status: .badGateway)]))
    await #expect(throws: LoadingError.self) { try await nameOfLatestRelease(broken, on: server()) }
  }

  @Test func `a response is mapped to the model`() async throws {
    let service = StubService(stub(["/api/releases": answer(#"{"releases": [{"name": "1.0"}, 7]}"#)]))
    #expect(try await service.load(ReleaseNames(server: server())) == ["1.0"])
  }

  @Test func `a file is read as a resource and as a response`() async throws {
    try await withScratchDirectory { folder in
      let path = try folder.write("GET/api/releases/latest.json", #"{"name": "1.0"}"#)
      #expect(try release(in: path) == Release(name: "1.0"))
      #expect(try await requestPaths(answeredFrom: folder.path, on: server()) == ["/api/releases/latest"])
    }
  }

  @Test func `pages are requested until the wanted element is found`() async throws {
    let next = HTTPFields([HTTPField(name: try #require(HTTPField.Name("Link")), value: "</api/tags?page=2>; rel=next")]
    )
    let service = StubService(
      stub([
        "/api/tags?per_page=100": answer(#"["0.1"]"#, fields: next), "/api/tags?page=2": answer(#"["1.0", "1.1"]"#),
      ]))
    #expect(try await firstTag(service, on: server()) { $0.hasPrefix("1.") } == "1.0")
  }

  @Test func `several releases are loaded in order, or none if one fails`() async throws {
    let servers = try (0..<9).map { try #require(HTTPAddress("https://example.com/\($0)")) }
    let service = StubService(
      StubTransport { request in answer(#"{"name": "\#(request.head.path?.dropFirst().prefix(1) ?? "")"}"#) })
    #expect(try await releases(on: servers, service).map(\.name) == (0..<9).map { "\($0)" })
    let broken = StubService(stub(["/0/releases/latest": answer(#"{"name": "0"}"#)]))
    await #expect(throws: LoadingError.self) { try await releases(on: servers, broken) }
  }

  @Test func `combined transports sign in, cache, log and identify the requests`() async throws {
    try await withScratchDirectory { folder in
      let isSignedIn = Locked(false)
      let network = StubTransport { request in
        if request.head.path == "/api/tokens" {
          isSignedIn.withLock { $0 = true }
          return answer(#"{"token": "t1", "expires": 4102444800}"#)
        }
        guard request.head.headerFields[.authorization] == "Bearer t1" else { return answer("", status: .unauthorized) }
        return request.head.headerFields[.ifNoneMatch] == nil
          ? answer(#"{"name": "1.0"}"#, fields: [.eTag: "\"1\""]) : answer("", status: .notModified)
      }
      let lines = Locked<[String]>([])
      let server = try server()
      let issuer = SignInIssuer(service: NetworkService(network), server: server)
      let service = service(
        through: IdentifyingTransport(base: network, name: "shapes"), as: TokenSource(issuer),
        cachingIn: folder.path.appending("http"), on: server
      ) { line in
        lines.withLock { $0.append(line.components(separatedBy: " in ")[0]) }
      }
      #expect(try await service.receive(LatestRelease(server: server)).isUnchanged == false)
      #expect(try await service.receive(LatestRelease(server: server)).isUnchanged)
      #expect(isSignedIn.withLock { $0 })
      let line = "GET https://example.com/api/releases/latest: "
      #expect(lines.withLock { $0 } == [line + "200", line + "304"])
      #expect(await network.requests.last?.head.headerFields[.userAgent] == "shapes")
    }
  }

  @Test func `a recording is replayed once, with masked secrets`() async throws {
    try await withScratchDirectory { folder in
      let server = try server()
      let network = stub(["/api/releases/latest": answer(#"{"name": "1.0 s3cret-text"}"#)])
      _ = try await recorded(network, in: folder.path, secret: "s3cret-text").load(LatestRelease(server: server))
      let service = try replayed(from: folder.path)
      #expect(try await service.load(LatestRelease(server: server)) == Release(name: "1.0 ***"))
      await #expect(throws: LoadingError.self) { try await service.load(LatestRelease(server: server)) }
    }
  }
}

// LoadingResources.md

struct Release: Decodable, Hashable, Sendable {
  let name: String
}

struct LatestRelease: HTTPResource, JSONResource {
  typealias Model = Release
  let server: HTTPAddress
  var request: HTTPRequest { HTTPRequest(at: server.appending("releases", "latest")) }
}

func nameOfLatestRelease(_ service: some ResourceService, on server: HTTPAddress) async throws -> String? {
  do {
    return try await service.load(LatestRelease(server: server)).name
  } catch .rejected(let response) where response.head.status == .notFound {
    return nil
  }
}

struct ReleaseNames: HTTPResource, JSONResource {
  typealias Model = [String]

  struct Root: Decodable {
    let releases: LossyList<Release>
  }

  let server: HTTPAddress
  var request: HTTPRequest { HTTPRequest(at: server.appending("releases")) }

  func model(mappedFrom root: Root) -> [String] { root.releases.map(\.name) }
}

struct ReleaseFile: FileResource, JSONResource {
  typealias Model = Release
  let path: FilePath
}

func release(in path: FilePath) throws -> Release {
  try DiskService().load(ReleaseFile(path: path))
}

struct Tags: PagedResource, JSONResource {
  typealias Model = [String]
  let server: HTTPAddress
  var request: HTTPRequest { HTTPRequest(at: server.appending("tags", query: ["per_page": "100"])) }
}

func firstTag(
  _ service: some ResourceService, on server: HTTPAddress, where isWanted: (String) -> Bool
) async throws -> String? {
  for try await page in service.pages(of: Tags(server: server)) {
    if let tag = page.first(where: isWanted) { return tag }
  }
  return nil
}

func requestPaths(answeredFrom folder: FilePath, on server: HTTPAddress) async throws -> [String?] {
  let service = StubService(folder: folder)
  _ = try await service.load(LatestRelease(server: server))
  return await service.requests.map(\.head.path)
}

func releases(on servers: [HTTPAddress], _ service: some ResourceService) async throws -> [Release] {
  try await withThrowingTaskGroup(of: (Int, Release).self) { group in
    var releases: [Int: Release] = [:]
    for (index, server) in servers.enumerated() {
      if index >= 4, let (finished, release) = try await group.next() { releases[finished] = release }
      group.addTask { (index, try await service.load(LatestRelease(server: server))) }
    }
    for try await (index, release) in group { releases[index] = release }
    return servers.indices.compactMap { releases[$0] }
  }
}

// WrappingTransports.md

func service(
  through network: some HTTPTransport, as tokens: TokenSource, cachingIn folder: FilePath, on server: HTTPAddress,
  log: @escaping @Sendable (String) -> Void
) -> NetworkService {
  let logged = LoggingTransport(network, log: log)
  let authorised = RefreshingTransport(logged, tokens: tokens, for: server.origin)
  let limited = RateLimitingTransport(authorised)
  let retried = RetryingTransport(limited, policy: RetryPolicy(repeatsAfterLimits: false))
  return NetworkService(ConditionalTransport(retried, folder: folder, identity: "our account"))
}

struct SignIn: HTTPResource, JSONResource {
  typealias Model = AccessToken

  struct Root: Decodable {
    let token: String
    let expires: Double
  }

  let server: HTTPAddress
  var request: HTTPRequest { HTTPRequest(.post, at: server.appending("tokens")) }

  func model(mappedFrom root: Root) -> AccessToken {
    AccessToken(root.token, expiry: Date(timeIntervalSince1970: root.expires))
  }
}

struct SignInIssuer: TokenIssuer {
  let service: NetworkService
  let server: HTTPAddress

  func issueToken() async throws(TransportError) -> AccessToken {
    do {
      return try await service.load(SignIn(server: server))
    } catch {
      throw TransportError(.failed, "there is no token: \(error)")
    }
  }
}

func recorded(_ network: some HTTPTransport, in folder: FilePath, secret: String) throws -> NetworkService {
  NetworkService(try RecordingTransport(network, folder: folder, secrets: [secret]))
}

func replayed(from folder: FilePath) throws -> NetworkService {
  NetworkService(try ReplayingTransport(folder: folder))
}

struct IdentifyingTransport: HTTPTransport {
  let base: any HTTPTransport
  let name: String

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    request.head.headerFields[.userAgent] = name
    return try await base.send(request)
  }
}
