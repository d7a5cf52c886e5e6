// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import SystemPackage

struct Shape: Codable, Hashable, Sendable {
  let name: String
  let sides: Int
}

/// One shape on a server.
struct ShapeResource: HTTPResource, JSONResource {
  typealias Model = Shape

  var name = "square"
  var request: HTTPRequest {
    get throws { HTTPRequest(at: try server().appending("shapes", name)) }
  }
}

/// The names of a server's shapes, page by page; an invalid one is skipped.
struct ShapeNames: PagedResource, JSONResource {
  typealias Root = LossyList<Shape>
  typealias Model = [String]

  var request: HTTPRequest {
    get throws { HTTPRequest(at: try server().appending("shapes")) }
  }

  func model(mappedFrom root: LossyList<Shape>) -> [String] { root.map(\.name) }
}

struct NewShape: HTTPResource, StatusResource {
  let shape: Shape
  var request: HTTPRequest {
    get throws { HTTPRequest(.post, at: try server().appending("shapes")) }
  }
  var body: RequestBody {
    get throws { .bytes(try JSONEncoder().encode(shape)) }
  }
}

struct ShapeFile: FileResource, JSONResource {
  typealias Model = Shape
  let path: FilePath
}

struct NoSuchThing: Error {}

func server() throws -> HTTPAddress {
  guard let address = HTTPAddress("https://shapes.example.com/v1") else { throw NoSuchThing() }
  return address
}

func answer(_ text: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]) -> TransportResponse {
  TransportResponse(status: status, headerFields: fields, body: Data(text.utf8))
}
