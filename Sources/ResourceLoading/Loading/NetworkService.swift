// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// Loads resources through a transport.
public struct NetworkService: ResourceService {
  let transport: any HTTPTransport

  /// A service that sends its requests through the transport.
  public init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Asks for the resource once and reads the answer.
  public func receive<R: HTTPResource & DataResource>(
    _ resource: R
  ) async throws(LoadingError) -> Received<R.Model> {
    let request = try request(of: resource)
    let (response, body) = try await answer(to: request)
    do {
      return try received(resource, response, body)
    } catch {
      // What was damaged on its way and then stored would stay so for as long as the server says that nothing changed.
      guard response.isUnchanged else { throw error }
      var anew = request
      anew.head.headerFields[.cacheControl] = "no-cache"
      let (response, body) = try await answer(to: anew)
      return try received(resource, response, body)
    }
  }

  private func answer(
    to request: TransportRequest
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
    _ resource: R, _ response: TransportResponse, _ body: Data
  ) throws(LoadingError) -> Received<R.Model> {
    do {
      return Received(try resource.model(from: body), head: response.head, isUnchanged: response.isUnchanged)
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
