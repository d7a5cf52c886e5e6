// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// One page of a list: the list's own request, at the address that the page before named.
struct Page<R: PagedResource>: HTTPResource, DataResource {
  typealias Model = R.Model

  let resource: R
  /// `nil` for the first page.
  let address: HTTPAddress?

  var request: HTTPRequest {
    get throws {
      var request = try resource.request
      if let address { request.path = address.path }
      return request
    }
  }

  var body: RequestBody { get throws { try resource.body } }

  func model(from data: Data) throws -> R.Model { try resource.model(from: data) }

  /// In bytes. An address that is relative to the one before can make it longer with each page.
  private static var longestPath: Int { 2048 }

  /// The page after this one, if there is one.
  func following(_ head: HTTPResponse) throws(LoadingError) -> Page? {
    guard let reference = try reference(in: head) else { return nil }
    let here = try here
    guard let next = here.resolving(reference), next.origin == here.origin else {
      throw .transport(
        TransportError(.redirectRefused, "the next page is on another server, where nothing is asked: \(reference)"))
    }
    guard next.path.utf8.count <= Self.longestPath else {
      throw .transport(
        TransportError(.tooLarge, "the address of the next page has more than \(Self.longestPath) bytes"))
    }
    return Page(resource: resource, address: next)
  }

  /// Where the next page is, as the server says it.
  private func reference(in head: HTTPResponse) throws(LoadingError) -> String? {
    if LinkHeader.isPresent(in: head.headerFields) { return LinkHeader.next(in: head.headerFields) }
    guard let name = HTTPField.Name("X-Next-Page"), let number = head.headerFields[name].flatMap({ Int($0) }),
      number > 0
    else { return nil }
    return try here.replacing(query: "page", with: "\(number)").description
  }

  private var here: HTTPAddress {
    get throws(LoadingError) {
      let address: HTTPAddress?
      do {
        address = HTTPAddress(try request)
      } catch {
        throw .request(error)
      }
      guard let address else {
        throw .transport(TransportError(.badRequest, "the request has no http or https address"))
      }
      return address
    }
  }
}
