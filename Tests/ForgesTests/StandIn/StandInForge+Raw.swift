// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

extension StandInForge {
  /// A request that none of our clients sends.
  struct RawRequest: Hashable, Sendable {
    var method = HTTPRequest.Method.get
    /// The path below the repository `acme/shapes` of GitHub's API, or the whole path with a leading slash.
    var path: String
    var token: String? = StandInForge.token
    var fields = [
      "User-Agent": "test", "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
      "Content-Type": "application/json",
    ]
    var body: String?

    /// Returns the request without a header field, or with another value of it.
    func with(_ field: String, _ value: String? = nil) -> RawRequest {
      var request = self
      request.fields[field] = value
      return request
    }

    func with(token: String?) -> RawRequest {
      var request = self
      request.token = token
      return request
    }
  }

  /// Sends only the given request.
  func send(_ raw: RawRequest) async throws -> (head: HTTPResponse, text: String) {
    let path = raw.path.hasPrefix("/") ? raw.path : "/repos/acme/shapes/\(raw.path)"
    var head = HTTPRequest(raw.method, at: try #require(HTTPAddress(url + path)))
    for (name, value) in raw.fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    if let token = raw.token { head.headerFields[.authorization] = "Bearer \(token)" }
    let response = try await transport.send(
      TransportRequest(head, body: raw.body.map { .bytes(Data($0.utf8)) } ?? .none))
    return (response.head, String(decoding: response.body, as: UTF8.self))
  }
}
