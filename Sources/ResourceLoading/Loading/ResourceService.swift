// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Fetches what a server has.
public protocol ResourceService: Sendable {
  /// Asks for the resource once and reads the answer.
  ///
  /// - Throws: ``LoadingError`` that names the stage that failed. Only a status of 200 to 299 is a success.
  func receive<R: HTTPResource & DataResource>(_ resource: R) async throws(LoadingError) -> Received<R.Model>
}

extension ResourceService {
  /// Asks for the resource once and reads the answer.
  ///
  /// - Throws: ``LoadingError`` that names the stage that failed. Only a status of 200 to 299 is a success.
  public func load<R: HTTPResource & DataResource>(_ resource: R) async throws(LoadingError) -> R.Model {
    try await receive(resource).model
  }

  /// The pages of a list, each loaded when it is needed.
  ///
  /// - Parameters:
  ///   - resource: the list.
  ///   - limit: how many pages are read at most; that there are more is an error, because a list that was cut silently
  ///     is a wrong list.
  public func pages<R: PagedResource>(of resource: R, limit: Int = 100) -> Pages<R> {
    Pages(resource: resource, limit: limit, service: self)
  }

  /// All elements of all pages.
  public func elements<R: PagedResource>(
    of resource: R, pageLimit: Int = 100
  ) async throws(LoadingError) -> [R.Model.Element] {
    var elements: [R.Model.Element] = []
    for try await page in pages(of: resource, limit: pageLimit) { elements += page }
    return elements
  }
}
