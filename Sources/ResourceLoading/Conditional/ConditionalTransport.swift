// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
public import Foundation
import HTTPTypes
import KeyedStore
public import SystemPackage

/// Stores responses on disk and sends conditional requests for them.
///
/// A response with an `ETag` is stored; the next request has `If-None-Match`, and when the server responds with 304,
/// the stored response is returned, marked as ``TransportResponse/isUnchanged``. Forges do not count such requests.
/// Only responses with status 200 to a GET are stored, unless they have `no-store`. A request with `Cache-Control:
/// no-cache` gets a new response; ``NetworkService`` sends it when a stored response cannot be decoded.
///
/// The name of an entry is a hash of method, address, `Accept`, and identity; no credential is ever written. Entries
/// are sealed with the identity, so that other users cannot forge them.
public struct ConditionalTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let cache: ResponseCache
  private let identity: String
  private let mayKeep: @Sendable (Data) -> Bool

  /// Creates a transport that stores responses in a folder, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - folder: the folder of stored responses; several processes may share it.
  ///   - identity: the credential's identity. Clients with different permissions must not share responses. Pass the
  ///     token, or a name for the account when its tokens change often; only a hash of it is kept.
  ///   - maximumBytes: the maximum size of the folder.
  ///   - mayKeep: returns whether a body may be stored, that is, contains no secret.
  public init(
    _ base: any HTTPTransport, folder: FilePath, identity: String, maximumBytes: Int = 64 << 20,
    mayKeep: @escaping @Sendable (Data) -> Bool = { _ in true }
  ) {
    self.mayKeep = mayKeep
    self.base = base
    self.identity = identity
    cache = ResponseCache(folder: folder, maximumBytes: maximumBytes, identity: identity)
  }

  /// Sends the request, with a condition when there is a stored response.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard isCacheable(request), let key = key(of: request) else { return try await base.send(request) }
    if !hasDirective("no-cache", request.head.headerFields), let stored = await cache.response(for: key),
      let tag = stored.head.headerFields[.eTag],
      stored.variant == variant(of: request, for: stored.head)
    {
      var conditional = request
      conditional.head.headerFields[.ifNoneMatch] = tag
      let response = try await base.send(conditional)
      guard response.head.status == .notModified else { return try await storing(response, to: request, key) }
      if confirms(response.head, tag) {
        return TransportResponse(
          refreshed(stored.head, by: response.head), body: stored.body, isUnchanged: true)
      }
      // The 304 is for another response than the stored one: request again without a condition.
    }
    return try await storing(try await base.send(request), to: request, key)
  }

  private func isCacheable(_ request: TransportRequest) -> Bool {
    let fields = request.head.headerFields
    let conditions: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .range]
    return request.head.method == .get && request.body == .none
      && !conditions.contains { fields.contains($0) }
  }

  private func hasDirective(_ directive: String, _ fields: HTTPFields) -> Bool {
    fields[.cacheControl]?.lowercased().contains(directive) == true
  }

  private func storing(
    _ response: TransportResponse, to request: TransportRequest, _ key: DigestKey
  ) async throws(TransportError) -> TransportResponse {
    let fields = response.head.headerFields
    guard response.head.status == .ok, fields[.eTag]?.isEmpty == false,
      !hasDirective("no-store", fields),
      let variant = variant(of: request, for: response.head)
    else { return response }
    let body = response.body
    let texts = fields.map(\.value).joined(separator: "\n")
    guard mayKeep(body), mayKeep(Data(texts.utf8)) else { return response }
    await cache.store(StoredResponse(head: response.head, body: body, variant: variant), for: key)
    return response
  }

  private func key(of request: TransportRequest) -> DigestKey? {
    guard let address = HTTPAddress(request.head) else { return nil }
    return DigestKey(
      digest(
        [request.head.method.rawValue, address.description] + request.head.headerFields[values: .accept],
        [identity], request.head.headerFields.filter(\.isSecret).map { "\($0.name.canonicalName): \($0.value)" }))
  }

  /// Returns a hash of the values of the request's fields on which the response depends; `nil` for `Vary: *`.
  private func variant(of request: TransportRequest, for head: HTTPResponse) -> String? {
    let names = Set(
      head.headerFields[values: .vary].flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() })
    guard !names.contains("*") else { return nil }
    return digest(
      names.sorted().map { name in
        HTTPField.Name(name).map { "\(name): " + request.head.headerFields[values: $0].joined(separator: ", ") } ?? name
      })
  }

  /// Returns a hash of lists of texts. It includes lengths, so that different lists have different input.
  private func digest(_ lists: [String]...) -> String {
    let texts = lists.flatMap { ["\($0.count)"] + $0 }
    let hash = SHA256.hash(data: Data(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
    return hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Returns whether a 304 confirms the response with the tag.
  private func confirms(_ head: HTTPResponse, _ tag: String) -> Bool {
    guard let other = head.headerFields[.eTag] else { return true }
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(other) == opaque(tag)
  }

  /// Returns the stored head, updated with the fields of the 304, such as the date and the rate limit.
  private func refreshed(_ stored: HTTPResponse, by head: HTTPResponse) -> HTTPResponse {
    var refreshed = stored
    let kept: Set<HTTPField.Name> = [.contentLength, .contentEncoding, .contentType, .transferEncoding, .eTag]
    for name in Set(head.headerFields.map(\.name)) where !kept.contains(name) {
      refreshed.headerFields[fields: name] = head.headerFields[fields: name]
    }
    return refreshed
  }
}
