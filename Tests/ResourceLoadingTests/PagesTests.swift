// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import Testing

struct PagesTests {
  private static func shapes(page: Int, next: String?) -> TransportResponse {
    var fields = HTTPFields()
    if let name = HTTPField.Name("Link"), let next {
      fields[name] =
        #"<https://shapes.example.com/v1/shapes?page=1>; rel="first", <\#(next)>; title="a, b; c"; rel="next last""#
    }
    return answer(#"[{"name": "p\#(page)", "sides": 3}, "strange"]"#, fields: fields)
  }

  /// Returns a stub with a number of pages, linked by addresses with the given prefix.
  private static func stub(pages: Int, linked prefix: String = "https://shapes.example.com/v1/shapes") -> StubTransport
  {
    StubTransport { request in
      let page = request.head.path?.split(separator: "page=").dropFirst().first.flatMap { Int($0) } ?? 1
      return shapes(page: page, next: page < pages ? "\(prefix)?page=\(page + 1)" : nil)
    }
  }

  @Test(arguments: ["https://shapes.example.com/v1/shapes", "https://shapes.example.com:443/list/7", "/list/7", ""])
  func `follows the links to the end`(prefix: String) async throws {
    let stub = Self.stub(pages: 3, linked: prefix)
    #expect(try await NetworkService(stub).elements(of: ShapeNames()) == ["p1", "p2", "p3"])
    #expect(await stub.requests.count == 3)
  }

  @Test(arguments: ["", "?per_page=2", "?page=1&per_page=2"])
  func `follows the numbers of pages where there are no links`(query: String) async throws {
    struct List: PagedResource, JSONResource {
      typealias Model = [Int]
      let query: String
      var request: HTTPRequest {
        get throws {
          var request = HTTPRequest(at: try server().appending("shapes"))
          request.path? += query
          return request
        }
      }
    }
    let name = try #require(HTTPField.Name("x-next-page"))
    let last = query.isEmpty ? 12 : 3
    let stub = StubTransport { request in
      let query = (request.head.path ?? "").split(separator: "?").dropFirst().joined().split(separator: "&")
      let page = query.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) } ?? 1
      return answer("[\(page)]", fields: [name: page < last ? "\(page + 1)" : ""])
    }
    _ = try await NetworkService(stub).elements(of: List(query: query))
    let paths = await stub.requests.compactMap(\.head.path)
    let others = query.isEmpty ? "" : "per_page=2&"
    #expect(paths.prefix(3) == ["/v1/shapes\(query)", "/v1/shapes?\(others)page=2", "/v1/shapes?\(others)page=3"])
    #expect(paths.count == last)
  }

  @Test(arguments: ["2; evil", "-1", "0", " ", "https://evil.example.com/"])
  func `an invalid page number is not followed`(number: String) async throws {
    let name = try #require(HTTPField.Name("x-next-page"))
    let stub = StubTransport { _ in answer("[]", fields: [name: number]) }
    #expect(try await NetworkService(stub).elements(of: ShapeNames()) == [])
    #expect(await stub.requests.count == 1)
  }

  @Test func `links take precedence over page numbers`() async throws {
    let name = try #require(HTTPField.Name("x-next-page"))
    let link = try #require(HTTPField.Name("link"))
    let stub = StubTransport { request in
      let isFirst = request.head.path == "/v1/shapes"
      let relation = isFirst ? "next" : "first"
      return answer("[]", fields: [name: "2", link: "</v1/shapes?id_after=42&pagination=keyset>; rel=\"\(relation)\""])
    }
    #expect(try await NetworkService(stub).elements(of: ShapeNames()) == [])
    #expect(await stub.requests.map(\.head.path) == ["/v1/shapes", "/v1/shapes?id_after=42&pagination=keyset"])
  }

  @Test func `a page is requested only when it is needed`() async throws {
    let stub = Self.stub(pages: 3)
    for try await page in NetworkService(stub).pages(of: ShapeNames()) {
      #expect(page == ["p1"])
      break
    }
    #expect(await stub.requests.count == 1)
  }

  @Test(arguments: [
    "https://evil.example.com/v1/shapes", "http://shapes.example.com/v1/shapes",
    "https://shapes.example.com:444/shapes",
    "//evil.example.com/", "file:///etc/passwd",
  ])
  func `does not follow a link to another server`(prefix: String) async throws {
    let stub = Self.stub(pages: 2, linked: prefix)
    await #expect {
      _ = try await NetworkService(stub).elements(of: ShapeNames())
    } throws: { error in
      if case .transport(let error)? = error as? LoadingError { error.code == .redirectRefused } else { false }
    }
    #expect(await stub.requests.count == 1)
  }

  @Test func `pages whose links form a circle are an error`() async throws {
    let stub = StubTransport { request in
      Self.shapes(page: 1, next: request.head.path == "/v1/shapes?page=2" ? "?page=3" : "?page=2")
    }
    await #expect {
      _ = try await NetworkService(stub).elements(of: ShapeNames(), pageLimit: 1_000)
    } throws: { error in
      guard case .transport(let error)? = error as? LoadingError else { return false }
      return error.message.hasSuffix("lead in a circle, back to https://shapes.example.com/v1/shapes?page=2")
    }
    #expect(await stub.requests.count == 3)
  }

  @Test func `does not follow addresses that grow with each page`() async throws {
    let stub = StubTransport { _ in Self.shapes(page: 1, next: "deeper/than/the/page/before?page=2") }
    await #expect {
      _ = try await NetworkService(stub).elements(of: ShapeNames(), pageLimit: 1_000)
    } throws: { error in
      if case .transport(let error)? = error as? LoadingError { error.code == .tooLarge } else { false }
    }
    #expect(await stub.requests.count < 200)
  }

  @Test func `more pages than allowed are an error`() async throws {
    let stub = Self.stub(pages: 4)
    await #expect {
      _ = try await NetworkService(stub).elements(of: ShapeNames(), pageLimit: 3)
    } throws: { error in
      if case .transport(let error)? = error as? LoadingError { error.code == .tooLarge } else { false }
    }
    #expect(await stub.requests.count == 3)
  }
}
