// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

struct ConditionalTransportTests {
  /// A server whose response can be changed.
  private final class Shelf: Sendable {
    private let state = Locked(["v1"])

    func put(_ text: String) { state.withLock { $0.append(text) } }

    func answer(_ request: TransportRequest, _ fields: HTTPFields = [:]) -> TransportResponse {
      let text = state.withLock { $0[$0.count - 1] }
      var fields = fields
      fields[.eTag] = "\"\(text)\""
      fields[.date] = "now"
      if request.head.headerFields[.ifNoneMatch] == fields[.eTag] {
        return TransportResponse(status: .notModified, headerFields: fields)
      }
      fields[.contentType] = "text/plain"
      return TransportResponse(status: .ok, headerFields: fields, body: Data("body of \(text)".utf8))
    }
  }

  private func request(_ path: String = "a", fields: HTTPFields = [:]) throws -> TransportRequest {
    TransportRequest(HTTPRequest(at: try server().appending(path), headerFields: fields))
  }

  private func conditions(_ stub: StubTransport) async -> [String?] {
    await stub.requests.map { $0.head.headerFields[.ifNoneMatch] }
  }

  @Test func `the stored response is returned as long as the server confirms it`() async throws {
    try await withScratchDirectory { folder in
      let shelf = Shelf()
      let stub = StubTransport { shelf.answer($0) }
      // A new transport each time: stored responses persist across processes.
      func send() async throws -> TransportResponse {
        try await ConditionalTransport(stub, folder: folder.path.appending("http"), identity: "ada").send(request())
      }
      let first = try await send()
      let second = try await send()
      #expect(!first.isUnchanged)
      #expect(second.isUnchanged)
      #expect(second.head == first.head)
      #expect(second.body == Data("body of v1".utf8))
      shelf.put("v2")
      let third = try await send()
      #expect(!third.isUnchanged)
      #expect(third.body == Data("body of v2".utf8))
      #expect(try await send().isUnchanged)
      #expect(await conditions(stub) == [nil, "\"v1\"", "\"v1\"", "\"v2\""])
    }
  }

  @Test func `a confirmed response is marked as unchanged`() async throws {
    try await withScratchDirectory { folder in
      let stub = StubTransport { request in
        request.head.headerFields[.ifNoneMatch] == nil
          ? answer(#"{"name": "square", "sides": 4}"#, fields: [.eTag: "\"1\""]) : answer("", status: .notModified)
      }
      let service = NetworkService(ConditionalTransport(stub, folder: folder.path, identity: ""))
      #expect(try await service.receive(ShapeResource()).isUnchanged == false)
      let again = try await service.receive(ShapeResource())
      #expect(again.isUnchanged)
      #expect(again.model == Shape(name: "square", sides: 4))
    }
  }

  @Test func `a response that was stored damaged is requested again`() async throws {
    try await withScratchDirectory { folder in
      let texts = Locked([#"{"name": "squ"#, #"{"name": "squ"#, #"{"name": "square", "sides": 4}"#])
      let stub = StubTransport { request in
        request.head.headerFields[.ifNoneMatch] == nil
          ? answer(texts.withLock { $0.removeFirst() }, fields: [.eTag: "\"1\""])
          : TransportResponse(status: .notModified)
      }
      let service = NetworkService(ConditionalTransport(stub, folder: folder.path, identity: ""))
      await #expect(throws: LoadingError.self) { try await service.load(ShapeResource()) }
      for isUnchanged in [false, true] {
        let received = try await service.receive(ShapeResource())
        #expect(received.model == Shape(name: "square", sides: 4))
        #expect(received.isUnchanged == isUnchanged)
      }
      #expect(await conditions(stub) == [nil, nil, "\"1\"", nil, "\"1\""])
    }
  }

  @Test func `a 304 response updates the stored header fields, except those of the content`() async throws {
    try await withScratchDirectory { folder in
      let stub = StubTransport { request in
        request.head.headerFields[.ifNoneMatch] == nil
          ? answer("text", fields: [.eTag: "\"1\"", .date: "then", .contentType: "a/b", .age: "1"])
          : answer("", status: .notModified, fields: [.date: "now", .contentType: "c/d"])
      }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "")
      _ = try await transport.send(request())
      let fields = try await transport.send(request()).head.headerFields
      #expect(Set(fields) == Set([.eTag: "\"1\"", .date: "now", .contentType: "a/b", .age: "1"] as HTTPFields))
    }
  }

  @Test func `shares nothing between requests with different identities or fields`() async throws {
    try await withScratchDirectory { folder in
      let shelf = Shelf()
      let stub = StubTransport { shelf.answer($0, [.vary: "X-Shape"]) }
      let shape = try #require(HTTPField.Name("X-Shape"))
      func send(_ request: TransportRequest, as identity: String = "ada") async throws {
        _ = try await ConditionalTransport(stub, folder: folder.path, identity: identity).send(request)
      }
      try await send(request())
      try await send(request(), as: "eve")
      try await send(request("b"))
      try await send(request(fields: [.accept: "text/plain"]))
      try await send(request(fields: [.authorization: "Bearer t"]))
      try await send(request(fields: [shape: "square"]))
      #expect(await conditions(stub) == [nil, nil, nil, nil, nil, nil])
      try await send(request(fields: [shape: "square", .userAgent: "other"]))
      #expect(await conditions(stub).last == "\"v1\"")
    }
  }

  @Test func `stored files contain no credential and cannot be read by other users`() async throws {
    try await withScratchDirectory { folder in
      let stub = StubTransport { _ in answer("text", fields: [.eTag: "\"1\"", .setCookie: "s3cret"]) }
      let transport = ConditionalTransport(stub, folder: folder.path.appending("http"), identity: "s3cret")
      let address = try server().appending("a", query: ["private_token": "s3cret"])
      let response = try await transport.send(
        TransportRequest(HTTPRequest(at: address, headerFields: [.authorization: "Bearer s3cret"])))
      #expect(response.head.headerFields[.setCookie] == "s3cret")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.appending("http").string)
      #expect(names.count == 1)
      for name in names {
        #expect(!name.contains("s3cret"))
        #expect(try !folder.text("http/\(name)").contains("s3cret"))
        let file = folder.path.appending("http").appending(name).string
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)
      }
    }
  }

  @Test(
    arguments: [
      (HTTPRequest.Method.post, 200, [.eTag: "\"1\""]), (.head, 200, [.eTag: "\"1\""]), (.get, 201, [.eTag: "\"1\""]),
      (.get, 404, [.eTag: "\"1\""]), (.get, 200, [:]),
      (.get, 200, [.eTag: "\"1\"", .cacheControl: "private, No-Store"]), (.get, 200, [.eTag: "\"1\"", .vary: "*"]),
    ] as [(HTTPRequest.Method, Int, HTTPFields)])
  func `uncacheable responses are not kept`(method: HTTPRequest.Method, status: Int, fields: HTTPFields) async throws {
    try await withScratchDirectory { folder in
      let stub = StubTransport { _ in answer("text", status: .init(code: status), fields: fields) }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "")
      var request = try request()
      request.head.method = method
      for _ in 0..<2 { #expect(try await transport.send(request).head.status.code == status) }
      #expect(await conditions(stub) == [nil, nil])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).isEmpty)
    }
  }

  @Test func `a response to the caller's own condition is returned unchanged`() async throws {
    try await withScratchDirectory { folder in
      let shelf = Shelf()
      let stub = StubTransport { shelf.answer($0) }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "")
      _ = try await transport.send(request())
      let response = try await transport.send(request(fields: [.ifNoneMatch: "\"v1\""]))
      #expect(response.head.status == .notModified)
    }
  }

  @Test func `a request is repeated after a 304 with another ETag`() async throws {
    try await withScratchDirectory { (folder) async throws in
      let stub = StubTransport { request in
        request.head.headerFields[.ifNoneMatch] == nil
          ? answer("text", fields: [.eTag: "\"1\""]) : answer("", status: .notModified, fields: [.eTag: "\"2\""])
      }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "")
      for _ in 0..<2 { #expect(try await transport.send(request()).isUnchanged == false) }
      #expect(await conditions(stub) == [nil, "\"1\"", nil])
    }
  }

  @Test(arguments: ["cut", "changed", "schema", "empty", "noise"])
  func `a damaged entry is ignored and replaced`(damage: String) async throws {
    try await withScratchDirectory { folder in
      let shelf = Shelf()
      let stub = StubTransport { shelf.answer($0) }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "")
      _ = try await transport.send(request())
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).first)
      let text = try folder.text(name)
      let damaged =
        switch damage {
        case "cut": String(text.dropLast())
        case "changed": text.replacing("body of", with: "BODY OF")
        case "schema": text.replacing("reviewbot response 3", with: "reviewbot response 2")
        case "empty": ""
        default: "{}\n{}\n"
        }
      #expect(damaged != text)
      try folder.write(name, damaged)
      #expect(try await transport.send(request()).body == Data("body of v1".utf8))
      #expect(await conditions(stub) == [nil, nil])
      // The stored response is valid again.
      #expect(try await transport.send(request()).isUnchanged)
    }
  }

  @Test func `an entry that was written with another identity is ignored`() async throws {
    try await withScratchDirectory { folder in
      let shelf = Shelf()
      let stub = StubTransport { shelf.answer($0) }
      func entry(of identity: String, in name: String) async throws -> (name: String, text: String) {
        let place = folder.path.appending(name)
        _ = try await ConditionalTransport(stub, folder: place, identity: identity).send(request())
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: place.string).first)
        return (file, try folder.text("\(name)/\(file)"))
      }
      let ours = try await entry(of: "token", in: "ours")
      let theirs = try await entry(of: "guess", in: "theirs")
      // The same response under our name, complete and well-formed.
      try folder.write("ours/\(ours.name)", theirs.text.replacing(theirs.name, with: ours.name))
      let transport = ConditionalTransport(stub, folder: folder.path.appending("ours"), identity: "token")
      #expect(try await transport.send(request()).isUnchanged == false)
      try folder.write("ours/\(ours.name)", ours.text)
      #expect(try await transport.send(request()).isUnchanged)
    }
  }

  @Test func `does not let the folder grow over its limit`() async throws {
    try await withScratchDirectory { folder in
      let stub = StubTransport { request in
        let size = request.head.path?.hasSuffix("large") == true ? 50_000 : 1000
        return answer(String(repeating: "x", count: size), fields: [.eTag: "\"1\""])
      }
      let transport = ConditionalTransport(stub, folder: folder.path, identity: "", maximumBytes: 20_000)
      for number in 0..<60 { _ = try await transport.send(request("\(number)")) }
      _ = try await transport.send(request("large"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
      let sizes = try names.map { try folder.text($0).utf8.count }
      #expect(sizes.reduce(0, +) <= 20_000)
      #expect(sizes.count >= 5)
      #expect(try await transport.send(request("59")).head.status == .ok)
      #expect(await conditions(stub).last == "\"1\"")
    }
  }

  @Test func `responses are returned even if they cannot be stored`() async throws {
    let shelf = Shelf()
    let stub = StubTransport { shelf.answer($0) }
    let transport = ConditionalTransport(stub, folder: "/proc/nowhere", identity: "")
    for _ in 0..<2 { #expect(try await transport.send(request()).head.status == .ok) }
    #expect(await conditions(stub) == [nil, nil])
  }
}
