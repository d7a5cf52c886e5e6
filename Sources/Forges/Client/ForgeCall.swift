// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A request to a forge, and the decoding of its response: JSON with keys in snake_case.
struct ForgeCall<Model: Sendable>: HTTPResource, DataResource {
  private(set) var request: HTTPRequest
  private let content: (any Encodable & Sendable)?
  private let decode: @Sendable (Data) throws -> Model

  var body: RequestBody {
    get throws { try content.map { try .json($0) } ?? .none }
  }

  func model(from data: Data) throws -> Model { try decode(data) }

  /// Returns the call with another model.
  func map<Other>(_ transform: @escaping @Sendable (Model) throws -> Other) -> ForgeCall<Other> {
    ForgeCall<Other>(request: request, content: content) { [decode] in try transform(try decode($0)) }
  }

  /// Returns the call with a header field of its own.
  func adding(_ field: HTTPField) -> ForgeCall {
    var call = self
    call.request.headerFields.append(field)
    return call
  }
}

extension ForgeCall: PagedResource where Model: Sequence {}

extension ForgeCall where Model: Decodable {
  init(_ request: HTTPRequest, body: (any Encodable & Sendable)? = nil) {
    self.init(request: request, content: body) { data in
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(Model.self, from: data)
    }
  }
}

extension ForgeCall<Void> {
  private struct Ignored: StatusResource {}

  /// A call whose response has no content.
  init(_ request: HTTPRequest) {
    self.init(request: request, content: nil) { try Ignored().model(from: $0) }
  }
}

extension ForgeCall {
  /// Returns the call with other elements.
  func each<Element, Other>(_ transform: @escaping @Sendable (Element) -> Other?) -> ForgeCall<[Other]>
  where Model == [Element] {
    map { $0.compactMap(transform) }
  }
}

extension ForgeAPI {
  /// Returns a call to a path below the repository.
  func call<Model: Decodable & Sendable>(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: [String: String] = [:],
    body: (any Encodable & Sendable)? = nil
  ) -> ForgeCall<Model> {
    ForgeCall(request(method, segments: root + segments, query: query), body: body)
  }

  /// Returns the call for a page of a list below the repository. Elements that cannot be read are skipped.
  func list<Element: Decodable & Sendable>(
    _ segments: String..., query: [String: String] = [:]
  ) -> ForgeCall<[Element]> {
    list(segments: root + segments, query: query)
  }

  /// Returns the call for a page of a list below the API's root. Elements that cannot be read are skipped.
  func list<Element: Decodable & Sendable>(
    segments: [String], query: [String: String] = [:]
  ) -> ForgeCall<[Element]> {
    page(segments: segments, query: query).map(\LossyList.elements)
  }

  /// Returns the call for a list below the API's root, in pages of the largest size.
  func page<Page: Decodable & Sendable>(segments: [String], query: [String: String] = [:]) -> ForgeCall<Page> {
    let page = [Self.pageParameter.name: "\(Self.pageParameter.size)"]
    return ForgeCall(request(.get, segments: segments, query: query.merging(page) { $1 }))
  }

  /// Returns the call that deletes something below the repository.
  func deletion(_ segments: String...) -> ForgeCall<Void> {
    ForgeCall(request(.delete, segments: root + segments))
  }
}

extension RequestBody {
  /// Encodes a value as JSON with keys in snake_case; the same value gives the same bytes.
  fileprivate static func json(_ value: some Encodable) throws -> RequestBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .bytes(try encoder.encode(value))
  }
}
