// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

@testable import Forges

/// GitLab's two kinds of links to the next page, over a real connection.
struct GitLabPagesTests {
  /// A list with keyset pagination only, when it is long.
  private func projects(_ api: GitLabAPI) -> ForgeCall<[GitLabProject]> {
    ForgeCall(
      api.request(
        .get, segments: ["projects"],
        query: ["order_by": "id", "pagination": "keyset", "per_page": "2", "sort": "asc"]))
  }

  private func client(of server: LoopbackServer) throws -> ForgeClient<GitLabAPI> {
    var settings = gitLabSettings(CurlTransportAssembly().transport)
    settings.apiURL = server.url + "/api/v4"
    return try ForgeClient(settings, ForgeConditions(clock: InstantClock()))
  }

  private static func query(_ name: String, in target: String) -> Int? {
    let items = target.split(separator: "?").last?.split(separator: "&") ?? []
    return items.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
  }

  @Test func `pages with keyset pagination are followed by their links`() async throws {
    let path = "/api/v4/projects?order_by=id&pagination=keyset&per_page=2&sort=asc"
    try await withLoopbackServer { request in
      let first = (Self.query("id_after", in: request.target) ?? 0) + 1
      let projects = (first...min(first + 1, 5)).map {
        #"{"id": \#($0), "path_with_namespace": "acme/\#($0)", "http_url_to_repo": "https://gitlab.com/acme/\#($0).git"}"#
      }
      let host = request.fields["host"] ?? ""
      let next = "<http://\(host)\(path)&id_after=\(first + 1)>; rel=\"next\""
      return .json("[\(projects.joined(separator: ","))]", fields: first < 5 ? [("Link", next)] : [])
    } body: { server in
      let client = try client(of: server)
      let projects = try await client.repository().service.elements(of: projects(client.api))
      #expect(projects.map(\.pathWithNamespace) == (1...5).map { "acme/\($0)" })
      #expect(server.requests.map(\.target) == [path, path + "&id_after=2", path + "&id_after=4"])
      #expect(server.requests.allSatisfy { $0.fields["private-token"] == "s3cret" })
    }
  }

  @Test func `pages without links are followed by their numbers`() async throws {
    try await withLoopbackServer { request in
      let page = Self.query("page", in: request.target) ?? 1
      let note = #"{"id": \#(page), "body": "note", "author": {"id": 1, "username": "ada"}, "system": false}"#
      return .json(
        "[\(note)]",
        fields: [("X-Page", "\(page)"), ("X-Next-Page", page < 3 ? "\(page + 1)" : ""), ("X-Per-Page", "1")])
    } body: { server in
      let client = try client(of: server)
      let notes = try await client.repository().pullRequest(7).comments.elements()
      #expect(notes.map(\.id) == [1, 2, 3])
      #expect(server.requests.map { Self.query("page", in: $0.target) } == [nil, 2, 3])
      #expect(server.requests.allSatisfy { Self.query("per_page", in: $0.target) == 100 })
    }
  }
}
