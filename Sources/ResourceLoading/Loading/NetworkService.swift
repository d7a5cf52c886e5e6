// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import HTTPTypes
public import SystemPackage

/// Loads resources through a transport.
public struct NetworkService: ResourceService {
  let transport: any HTTPTransport

  /// A service that sends its requests through the transport.
  public init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Asks for the resource and reads the answer; a second time for a GET whose answer cannot be read.
  public func receive<R: HTTPResource & DataResource>(
    _ resource: R
  ) async throws(LoadingError) -> Received<R.Model> {
    let request = try request(of: resource)
    let (response, body) = try await answer(to: request)
    do {
      return try received(resource, response, body)
    } catch {
      // A proxy's page or a body that was cut off. What was damaged on its way and then stored would stay so for as
      // long as the server says that nothing changed, so it must come again.
      guard response.isUnchanged || request.head.method == .get else { throw error }
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

extension NetworkService {
  /// Asks for the resource once and writes the answer's body to a file while it arrives.
  ///
  /// The file is there when all has arrived, and not before.
  ///
  /// - Parameters:
  ///   - resource: what to ask for.
  ///   - path: the file, which is replaced; its folder must exist.
  ///   - maximumBytes: the longest body.
  /// - Returns: status and header fields.
  /// - Throws: ``LoadingError`` that names the stage that failed. Only a status of 200 to 299 is a success.
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

  /// For a transport that brought the body in memory.
  private func write(_ data: Data, to path: FilePath, _ maximumBytes: Int) throws(TransportError) {
    guard data.count <= maximumBytes else {
      throw TransportError(.tooLarge, "the response has more than \(maximumBytes) bytes")
    }
    let file = try PartialFile(for: path)
    try file.write(data)
    try file.commit()
  }
}
