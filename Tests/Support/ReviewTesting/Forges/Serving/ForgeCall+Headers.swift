// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// The header of a request, and the entity tags of responses.
extension ForgeCall {
  /// Finds the operation. GitHub also has a path with the id of a repository.
  mutating func choose(from routes: [ForgeRoute]) {
    var segments = segments
    if kind == .github, segments.first == "repositories", segments.count > 1, let id = Int(segments[1]),
      let repository = forge.look({ state in state.repositories.values.first { $0.id == id } })
    {
      segments = ["repos", repository.owner, repository.name] + segments.dropFirst(2)
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    for route in routes where route.method == method {
      guard let found = route.parameters(of: segments) else { continue }
      self.route = route
      parameters = found
      return
    }
  }

  /// - Throws: ``ForgeRefusal`` for a header that GitHub rejects.
  func checkHeaders() throws {
    guard kind == .github else { return }
    if request.fields["user-agent"] ?? "" == "" {
      throw refusal(403, "Request forbidden by administrative rules: no User-Agent")
    }
    switch request.fields["accept"] {
    case "application/vnd.github+json", "application/json": break
    case let accept?: throw refusal(415, "Unsupported 'Accept' header: \(accept)")
    case nil: report(.warn, "no Accept header")
    }
    switch request.fields["x-github-api-version"] {
    case "2022-11-28": break
    case let version?: throw refusal(400, "The API version \(version) is not supported.")
    case nil: report(.warn, "no X-GitHub-Api-Version header")
    }
  }

  /// Adds the entity tag to the response; a request with that tag gets 304. Gitea has none.
  func tagged(_ response: ForgeResponse) -> ForgeResponse {
    guard kind != .gitea, request.method == "GET", response.status == 200 else { return response }
    let tag = response.tag(for: request.fields["accept"] ?? "")
    forge.record { state in
      if state.firstETags[request.target] == nil { state.firstETags[request.target] = tag }
    }
    if request.fields["if-none-match"] == tag {
      return ForgeResponse(status: 304, fields: [("ETag", tag)], body: Data())
    }
    var response = response
    response.fields.append(("ETag", tag))
    return response
  }

  /// Replaces the entity tag with that of an outdated state.
  func withFirstTag(_ response: ForgeResponse) -> ForgeResponse {
    guard let tag = forge.look({ $0.firstETags[request.target] }) else { return response }
    var response = response
    response.fields.removeAll { $0.name == "ETag" }
    response.fields.append(("ETag", tag))
    return response
  }

  /// The URL of the resource with the id of its repository.
  var permanentAddress: String? {
    let name = repositoryName
    guard kind == .github, let id = forge.look({ $0.repositories[name]?.id }) else { return nil }
    let rest = request.target.split(separator: "/").dropFirst(3).joined(separator: "/")
    return "\(server)/repositories/\(id)/\(rest)"
  }
}
