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

  /// The page after this one, if there is one.
  func following(_ head: HTTPResponse) throws(LoadingError) -> Page? {
    guard let link = LinkHeader.next(in: head.headerFields) else { return nil }
    let here: HTTPAddress?
    do {
      here = HTTPAddress(try request)
    } catch {
      throw .request(error)
    }
    guard let here, let next = here.resolving(link), next.origin == here.origin else {
      throw .transport(
        TransportError(.redirectRefused, "the next page is on another server, where nothing is asked: \(link)"))
    }
    return Page(resource: resource, address: next)
  }
}
