// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import Testing

struct NetworkServiceTests {
  @Test func `a resource is loaded from the server`() async throws {
    let stub = StubTransport { _ in answer(#"{"name": "square", "sides": 4}"#) }
    let shape = try await NetworkService(stub).load(ShapeResource())
    #expect(shape == Shape(name: "square", sides: 4))
    let requests = await stub.requests
    #expect(requests.map(\.head.path) == ["/v1/shapes/square"])
  }

  @Test func `sends the body along`() async throws {
    let stub = StubTransport { _ in TransportResponse(status: .created) }
    try await NetworkService(stub).load(NewShape(shape: Shape(name: "s", sides: 4)))
    let request = try #require(await stub.requests.first)
    #expect(request.head.method == .post)
    guard case .bytes(let body) = request.body else { throw NoSuchThing() }
    #expect(try JSONDecoder().decode(Shape.self, from: body) == Shape(name: "s", sides: 4))
  }

  @Test func `skipped elements are counted and reported, at any depth and although the model drops them`() async throws
  {
    let link = try #require(HTTPField.Name("Link"))
    let stub = StubTransport { request in
      request.head.path == "/v1/shapes"
        ? answer(#"[{"name": "a", "sides": 3}, 7, null]"#, fields: [link: "<shapes?page=2>; rel=next"])
        : answer(#"[{"name": "b", "sides": 3}]"#)
    }
    let reported = Locked<[String]>([])
    let service = NetworkService(stub) { count, request in
      reported.withLock { $0.append("\(count) of \(request.path ?? "")") }
    }
    #expect(try await service.receive(ShapeNames()).skipped == 2)
    var pages = service.pages(of: ShapeNames()).makeAsyncIterator()
    #expect(try await [pages.next(), pages.next(), pages.next()] == [["a"], ["b"], nil])
    #expect(pages.skipped == 2)
    #expect(reported.withLock { $0 } == ["2 of /v1/shapes", "2 of /v1/shapes"])
  }

  @Test(arguments: ["<html>maintenance</html>", "\r\n <!DOCTYPE html>"])
  func `a page of HTML is no response to a request of which only the status matters`(page: String) async throws {
    let stub = StubTransport { _ in answer(page) }
    do {
      try await NetworkService(stub).load(NewShape(shape: Shape(name: "s", sides: 4)))
      Issue.record("a page counted as a success")
    } catch LoadingError.unreadable(let response) {
      #expect(response.isForeign)
    }
    // It may have been received, so it is not sent again.
    #expect(await stub.requests.count == 1)
  }

  @Test(arguments: [199, 300, 301, 304, 404, 422, 500])
  func `a status other than 2xx is an error that contains the response`(code: Int) async {
    let stub = StubTransport { _ in answer("no such shape", status: .init(code: code)) }
    do {
      _ = try await NetworkService(stub).load(ShapeResource())
      Issue.record("status \(code) counted as a success")
    } catch .rejected(let rejection) {
      #expect(rejection.head.status.code == code)
      #expect(rejection.body == Data("no such shape".utf8))
    } catch {
      Issue.record("another stage failed: \(error)")
    }
  }

  @Test(
    arguments: [
      (#"{"name": "square"}"#, "", "the key sides is missing"),
      (#"{"name": "square", "sides": "4"}"#, "sides", nil),
      ("<html>", "", nil),
    ] as [(String, String, String?)])
  func `an unreadable response is an error with place and body`(text: String, path: String, reason: String?) async {
    let stub = StubTransport { _ in answer(text) }
    do {
      _ = try await NetworkService(stub).load(ShapeResource())
      Issue.record("\(text) was read")
    } catch .unreadable(let failure) {
      #expect(failure.codingPath == path)
      #expect(failure.body == Data(text.utf8))
      #expect(failure.head?.status == .ok)
      if let reason { #expect(failure.reason == reason) }
    } catch {
      Issue.record("another stage failed: \(error)")
    }
  }

  @Test func `an unreadable response is requested once more without the cache`() async throws {
    let stub = StubTransport { request in
      answer(request.head.headerFields[.cacheControl] == nil ? "<html>" : #"{"name": "square", "sides": 4}"#)
    }
    #expect(try await NetworkService(stub).load(ShapeResource()) == Shape(name: "square", sides: 4))
    let requests = await stub.requests
    #expect(requests.count == 2)
  }

  @Test func `an unreadable response is requested at most twice, and a write is not repeated`() async {
    for (count, isWrite) in [(2, false), (1, true)] {
      let stub = StubTransport { _ in answer("<html>") }
      await #expect(throws: LoadingError.self) {
        if isWrite {
          _ = try await NetworkService(stub).load(AnsweredShape())
        } else {
          _ = try await NetworkService(stub).load(ShapeResource())
        }
      }
      #expect(await stub.requests.count == count)
    }
  }

  /// A write whose response is decoded.
  private struct AnsweredShape: HTTPResource, JSONResource {
    typealias Model = Shape
    var request: HTTPRequest {
      get throws { HTTPRequest(.post, at: try server().appending("shapes")) }
    }
  }

  @Test func `an error of the transport is reported as such`() async {
    let trouble = TransportError(.couldNotConnect, "no server is there")
    let stub = StubTransport { (_) throws(TransportError) in throw trouble }
    do {
      _ = try await NetworkService(stub).load(ShapeResource())
      Issue.record("loaded from nowhere")
    } catch .transport(let error) {
      #expect(error == trouble)
    } catch {
      Issue.record("another stage failed: \(error)")
    }
  }

  @Test func `an error in creating the request is reported as such`() async {
    struct Unaskable: HTTPResource, BytesResource {
      var request: HTTPRequest { get throws { throw NoSuchThing() } }
    }
    do {
      _ = try await NetworkService(StubTransport { _ in answer("") }).load(Unaskable())
      Issue.record("loaded what cannot be asked for")
    } catch .request(let error) {
      #expect(error is NoSuchThing)
    } catch {
      Issue.record("another stage failed: \(error)")
    }
  }
}
