// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SystemPackage

/// Loads resources from prepared answers, and remembers what it was asked.
public struct StubService: ResourceService {
  private let transport: StubTransport
  private let service: NetworkService

  /// A service over a stub.
  public init(_ transport: StubTransport) {
    self.transport = transport
    service = NetworkService(transport)
  }

  /// A service that answers from the files in a folder, as ``StubTransport/init(folder:)`` says.
  public init(folder: FilePath) {
    self.init(StubTransport(folder: folder))
  }

  /// The requests so far, in order.
  public var requests: [TransportRequest] {
    get async { await transport.requests }
  }

  /// Reads the prepared answer.
  public func receive<R: HTTPResource & DataResource>(
    _ resource: R
  ) async throws(LoadingError) -> Received<R.Model> {
    try await service.receive(resource)
  }
}
