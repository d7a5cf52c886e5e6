// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
public import SystemPackage

/// Answers without a network, and remembers what it was asked.
///
/// It complains when it is asked for something that nobody prepared.
public actor StubTransport: HTTPTransport {
  /// How a request is answered.
  public typealias Answer = @Sendable (TransportRequest) throws(TransportError) -> TransportResponse

  private let answer: Answer

  /// The requests so far, in order.
  public private(set) var requests: [TransportRequest] = []

  /// A transport that answers as the function says.
  public init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// A transport that answers from the files in a folder.
  ///
  /// `GET https://example.com/repos/acme?page=2` is answered from `GET/repos/acme?page=2`, or that name with `.json`;
  /// the host is not part of the name. A file that starts with `HTTP/` is a whole answer: status line, header fields,
  /// an empty line and the body. Any other file is the body of an answer with status 200.
  public init(folder: FilePath) {
    let files = StubFolder(path: folder)
    self.init { (request) throws(TransportError) in try files.answer(to: request.head) }
  }

  /// Answers, and remembers the request.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    requests.append(request)
    return try answer(request)
  }
}
