// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A request as a transport takes it: head and body.
public struct TransportRequest: Hashable, Sendable {
  /// Method, address and header fields.
  public var head: HTTPRequest
  /// What is sent along.
  public var body: RequestBody
  /// Where the body of a successful answer is to be written; `nil` for memory. A transport that cannot write files
  /// ignores it and hands out the body as it has it.
  public var destination: DownloadDestination?

  /// A request with its body.
  public init(_ head: HTTPRequest, body: RequestBody = .none, destination: DownloadDestination? = nil) {
    self.head = head
    self.body = body
    self.destination = destination
  }
}
