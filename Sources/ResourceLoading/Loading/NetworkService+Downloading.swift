// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import HTTPTypes
public import SystemPackage

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
      throw TransportError(.tooLarge, "the answer has more than \(maximumBytes) bytes")
    }
    let file = try PartialFile(for: path)
    try file.write(data)
    try file.commit()
  }
}
