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

  /// So many pages, linked by addresses that start as given.
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

  @Test func `asks for no page before it is needed`() async throws {
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

  @Test func `says when there are more pages than allowed`() async throws {
    let stub = Self.stub(pages: 4)
    await #expect {
      _ = try await NetworkService(stub).elements(of: ShapeNames(), pageLimit: 3)
    } throws: { error in
      if case .transport(let error)? = error as? LoadingError { error.code == .tooLarge } else { false }
    }
    #expect(await stub.requests.count == 3)
  }
}
