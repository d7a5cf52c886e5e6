// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import HTTPTypes

/// Loads resources through a transport.
public struct NetworkService: ResourceService {
  private let transport: any HTTPTransport
  private let skipping: @Sendable (_ count: Int, _ request: HTTPRequest) -> Void

  /// Creates a service that sends its requests through the transport.
  ///
  /// - Parameters:
  ///   - transport: the transport.
  ///   - skipping: called after each response of which elements were skipped, with their number. See ``LossyList``.
  public init(
    _ transport: any HTTPTransport,
    skipping: @escaping @Sendable (_ count: Int, _ request: HTTPRequest) -> Void = { _, _ in }
  ) {
    self.transport = transport
    self.skipping = skipping
  }

  /// Requests the resource and decodes the response; a GET whose response cannot be decoded is sent a second time.
  public func receive<R: HTTPResource & DataResource>(
    _ resource: R
  ) async throws(LoadingError) -> Received<R.Model> {
    let request = try request(of: resource)
    let response = try await send(request)
    do {
      return try received(resource, request, response)
    } catch {
      // The response may be a proxy's page or truncated. A damaged response that was stored would stay damaged for as
      // long as the server reports no changes, so it must be requested without the cache.
      guard response.isUnchanged || request.head.method == .get else { throw error }
      var repeated = request
      repeated.head.headerFields[.cacheControl] = "no-cache"
      let response = try await send(repeated)
      return try received(resource, request, response)
    }
  }

  private func send(
    _ request: TransportRequest
  ) async throws(LoadingError) -> TransportResponse {
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw .transport(error)
    }
    guard response.head.status.kind == .successful else {
      throw .rejected(.init(head: response.head, body: response.body))
    }
    return response
  }

  private func received<R: DataResource>(
    _ resource: R, _ request: TransportRequest, _ response: TransportResponse
  ) throws(LoadingError) -> Received<R.Model> {
    do {
      let (model, skipped) = try SkippedElements.counting { try resource.model(from: response.body) }
      if skipped > 0 { skipping(skipped, request.head) }
      return Received(model, head: response.head, isUnchanged: response.isUnchanged, skipped: skipped)
    } catch {
      throw .unreadable(.init(error, head: response.head, body: response.body))
    }
  }

  private func request(of resource: some HTTPResource) throws(LoadingError) -> TransportRequest {
    do {
      return TransportRequest(try resource.request, body: try resource.body)
    } catch {
      throw .request(error)
    }
  }
}
