// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes

/// The pages of a list, each asked for when the loop gets there.
///
/// A server's pages may say where the next one is, but not send the request elsewhere: another scheme, host or port
/// than the first page's is an error.
public struct Pages<R: PagedResource>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = R.Model
  /// What a page can fail with.
  public typealias Failure = LoadingError

  private let resource: R
  private let limit: Int
  private let service: any ResourceService

  init(resource: R, limit: Int, service: any ResourceService) {
    self.resource = resource
    self.limit = limit
    self.service = service
  }

  /// Starts at the first page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(next: Page(resource: resource, address: nil), remaining: limit, limit: limit, service: service)
  }

  /// Walks the pages.
  public struct Iterator: AsyncIteratorProtocol {
    var next: Page<R>?
    var remaining: Int
    let limit: Int
    let service: any ResourceService
    private var visited: Set<HTTPAddress> = []

    init(next: Page<R>?, remaining: Int, limit: Int, service: any ResourceService) {
      self.next = next
      self.remaining = remaining
      self.limit = limit
      self.service = service
    }

    /// The next page, or `nil` after the last.
    ///
    /// - Throws: ``LoadingError``, also when there are more pages than the limit, or when they lead in a circle.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(LoadingError) -> R.Model? {
      guard let page = next else { return nil }
      next = nil
      guard remaining > 0 else {
        throw .transport(TransportError(.tooLarge, "the list has more than \(limit) pages"))
      }
      remaining -= 1
      let received = try await service.receive(page)
      next = try page.following(received.head)
      if let address = next?.address, !visited.insert(address).inserted {
        throw .transport(TransportError(.failed, "the pages of the list lead in a circle, back to \(address)"))
      }
      return received.model
    }
  }
}
