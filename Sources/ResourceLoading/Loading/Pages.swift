// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// The pages of a list, each loaded when the loop reaches it.
///
/// A server chooses the address of the next page, but not its origin: another scheme, host or port than the first
/// page's is an error.
public struct Pages<R: PagedResource>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = R.Model
  /// The error of a page.
  public typealias Failure = LoadingError

  let resource: R
  let limit: Int
  let service: any ResourceService

  /// Starts at the first page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(next: Page(resource: resource, address: nil), remaining: limit, limit: limit, service: service)
  }

  /// Iterates over the pages.
  public struct Iterator: AsyncIteratorProtocol {
    var next: Page<R>?
    var remaining: Int
    let limit: Int
    let service: any ResourceService
    private(set) var visited: Set<HTTPAddress> = []
    /// The number of elements of the pages so far that were skipped. See ``LossyList``.
    public private(set) var skipped = 0

    /// Returns the next page, or `nil` after the last.
    ///
    /// - Throws: ``LoadingError``, also when there are more pages than the limit, or when a page repeats.
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
      skipped += received.skipped
      next = try page.following(received.head)
      if let address = next?.address, !visited.insert(address).inserted {
        throw .transport(TransportError(.failed, "the pages of the list lead in a circle, back to \(address)"))
      }
      return received.model
    }
  }
}

/// One page of a list: the list's request, at the address from the previous page.
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

  /// The maximum length of an address in bytes. An address that is relative to the previous one can grow with each
  /// page.
  private static var longestPath: Int { 2048 }

  /// Returns the next page; `nil` after the last.
  func following(_ head: HTTPResponse) throws(LoadingError) -> Page? {
    guard let reference = try reference(in: head) else { return nil }
    let here = try here
    guard let next = here.resolving(reference), next.origin == here.origin else {
      throw .transport(
        TransportError(
          .redirectRefused, "the next page is on another server, to which no request is sent: \(reference)"))
    }
    guard next.path.utf8.count <= Self.longestPath else {
      throw .transport(
        TransportError(.tooLarge, "the address of the next page has more than \(Self.longestPath) bytes"))
    }
    return Page(resource: resource, address: next)
  }

  /// Returns the reference to the next page in the response.
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

/// Reads the `Link` header (RFC 8288).
enum LinkHeader {
  /// Returns whether the response has links.
  static func isPresent(in fields: HTTPFields) -> Bool {
    HTTPField.Name("Link").map { fields.contains($0) } ?? false
  }

  /// Returns the target of the link whose relation is `next`.
  static func next(in fields: HTTPFields) -> String? {
    guard let name = HTTPField.Name("Link") else { return nil }
    for value in fields[values: name] {
      for link in split(value) where link.relations.contains("next") { return link.target }
    }
    return nil
  }

  private struct Link {
    var target = ""
    var relations: Set<String> = []
  }

  /// Parses links. Commas and semicolons are separators only outside of `<…>` and `"…"`.
  private static func split(_ value: String) -> [Link] {
    pieces(value[...], at: ",").compactMap { text in
      let parts = pieces(text, at: ";").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { return nil }
      var link = Link(target: String(target.dropFirst().dropLast()))
      for parameter in parts.dropFirst() {
        let pair = parameter.split(separator: "=", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard pair.count == 2, pair[0].lowercased() == "rel" else { continue }
        let relations = pair[1].hasPrefix("\"") ? pair[1].dropFirst().dropLast() : pair[1][...]
        link.relations.formUnion(relations.split(separator: " ").map { $0.lowercased() })
      }
      return link
    }
  }

  private static func pieces(_ text: Substring, at separator: Character) -> [Substring] {
    var isQuoted = false
    var isTarget = false
    return text.split(omittingEmptySubsequences: true) { character in
      switch character {
      case "\"" where !isTarget: isQuoted.toggle()
      case "<" where !isQuoted: isTarget = true
      case ">" where !isQuoted: isTarget = false
      default: break
      }
      return character == separator && !isQuoted && !isTarget
    }
  }
}
