// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Loads resources from a server.
public protocol ResourceService: Sendable {
  /// Requests the resource and decodes the response.
  ///
  /// - Throws: ``LoadingError`` for the stage that failed. Only a status of 200 to 299 is a success.
  func receive<R: HTTPResource & DataResource>(_ resource: R) async throws(LoadingError) -> Received<R.Model>
}

extension ResourceService {
  /// Requests the resource and decodes the response.
  ///
  /// - Throws: ``LoadingError`` for the stage that failed. Only a status of 200 to 299 is a success.
  public func load<R: HTTPResource & DataResource>(_ resource: R) async throws(LoadingError) -> R.Model {
    try await receive(resource).model
  }

  /// Returns the pages of a list, each loaded on demand.
  ///
  /// - Parameters:
  ///   - resource: the list.
  ///   - limit: the maximum number of pages; more pages are an error, because a silently truncated list is wrong.
  public func pages<R: PagedResource>(of resource: R, limit: Int = 100) -> Pages<R> {
    Pages(resource: resource, limit: limit, service: self)
  }

  /// Returns all elements of all pages.
  public func elements<R: PagedResource>(
    of resource: R, pageLimit: Int = 100
  ) async throws(LoadingError) -> [R.Model.Element] {
    var elements: [R.Model.Element] = []
    for try await page in pages(of: resource, limit: pageLimit) { elements += page }
    return elements
  }
}
