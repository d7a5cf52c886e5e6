// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import HTTPTypes
public import SystemPackage

/// Loads resources through a transport.
public struct NetworkService: ResourceService {
  let transport: any HTTPTransport
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
    let (response, body) = try await send(request)
    do {
      return try received(resource, request, response, body)
    } catch {
      // The response may be a proxy's page or truncated. A damaged response that was stored would stay damaged for as
      // long as the server reports no changes, so it must be requested without the cache.
      guard response.isUnchanged || request.head.method == .get else { throw error }
      var repeated = request
      repeated.head.headerFields[.cacheControl] = "no-cache"
      let (response, body) = try await send(repeated)
      return try received(resource, request, response, body)
    }
  }

  private func send(
    _ request: TransportRequest
  ) async throws(LoadingError) -> (response: TransportResponse, body: Data) {
    let response: TransportResponse
    let body: Data
    do {
      response = try await transport.send(request)
      body = try await response.body.collected()
    } catch {
      throw .transport(error)
    }
    guard response.head.status.kind == .successful else {
      throw .rejected(.init(head: response.head, body: body))
    }
    return (response, body)
  }

  private func received<R: DataResource>(
    _ resource: R, _ request: TransportRequest, _ response: TransportResponse, _ body: Data
  ) throws(LoadingError) -> Received<R.Model> {
    do {
      let (model, skipped) = try SkippedElements.counting { try resource.model(from: body) }
      if skipped > 0 { skipping(skipped, request.head) }
      return Received(model, head: response.head, isUnchanged: response.isUnchanged, skipped: skipped)
    } catch {
      throw .unreadable(.init(error, head: response.head, body: body))
    }
  }

  func request(of resource: some HTTPResource) throws(LoadingError) -> TransportRequest {
    do {
      return TransportRequest(try resource.request, body: try resource.body)
    } catch {
      throw .request(error)
    }
  }
}

extension NetworkService {
  /// Requests the resource once and writes the response's body to a file while it is received.
  ///
  /// The file appears when the body is complete.
  ///
  /// - Parameters:
  ///   - resource: the resource to request.
  ///   - path: the path of the file, which is replaced; its folder must exist.
  ///   - maximumBytes: the maximum size of the body.
  /// - Returns: status and header fields.
  /// - Throws: ``LoadingError`` for the stage that failed. Only a status of 200 to 299 is a success.
  @discardableResult
  public func download(
    _ resource: some HTTPResource, to path: FilePath, maximumBytes: Int = 1 << 30
  ) async throws(LoadingError) -> HTTPResponse {
    var request = try request(of: resource)
    request.destination = DownloadDestination(path, maximumBytes: maximumBytes)
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw .transport(error)
    }
    do {
      guard response.head.status.kind == .successful else {
        throw LoadingError.rejected(.init(head: response.head, body: try await response.body.collected()))
      }
      if response.body.file != path { try write(try await response.body.collected(), to: path, maximumBytes) }
      return response.head
    } catch let error as LoadingError {
      throw error
    } catch let error as TransportError {
      throw .transport(error)
    } catch {
      throw .transport(TransportError(.failed, "\(error)"))
    }
  }

  /// Writes the file for a transport that returned the body in memory.
  private func write(_ data: Data, to path: FilePath, _ maximumBytes: Int) throws(TransportError) {
    guard data.count <= maximumBytes else {
      throw TransportError(.tooLarge, "the response has more than \(maximumBytes) bytes")
    }
    let file = try PartialFile(for: path)
    try file.write(data)
    try file.commit()
  }
}
