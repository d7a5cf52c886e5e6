// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A request to the API of the built-in forge, with its account and its route.
struct ForgeCall: Sendable {
  let forge: BuiltInForge
  let kind: ForgeKind
  let request: LoopbackRequest
  /// The components of the path, percent-decoded like the query.
  let segments: [String]
  let query: [String: String]
  var route: ForgeRoute?
  var parameters: [String: String] = [:]
  var token: ForgeToken?

  /// The URL of the server, without the path of an API.
  var server: String { "http://\(request.fields["host"] ?? "localhost")" }
  /// The URL of the API, for links in responses.
  var api: String { server + Self.root(of: kind) }
  /// The account of the request; empty without a token.
  var login: String { token?.login ?? "" }

  static func root(of kind: ForgeKind) -> String {
    switch kind {
    case .gitlab: "/api/v4"
    case .gitea: "/api/v1"
    default: ""
    }
  }

  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// - Throws: ``ForgeRefusal`` when the segment is not a number.
  func number(_ name: String = "number") throws -> Int {
    guard let number = Int(parameter(name)) else { throw ForgeRefusal(404, "Not Found") }
    return number
  }

  /// The full name of the repository in the path.
  var repositoryName: String {
    guard kind == .gitlab else { return "\(parameter("owner"))/\(parameter("repo"))" }
    guard let id = Int(parameter("id")) else { return parameter("id") }
    return forge.look { state in state.repositories.values.first { $0.id == id }?.fullName } ?? ""
  }

  /// - Throws: ``ForgeRefusal`` when it does not exist, or the token has no access.
  func repository() throws -> RepositoryRecord {
    let name = repositoryName
    guard let repository = forge.look({ $0.repositories[name] }),
      !repository.isPrivate || token?.sees(repository) == true
    else { throw ForgeRefusal(404, "Not Found") }
    return repository
  }

  func pull() throws -> (RepositoryRecord, PullRecord) {
    let repository = try repository()
    guard let pull = repository.pulls[try number()] else { throw ForgeRefusal(404, "Not Found") }
    return (repository, pull)
  }

  /// Changes the repository in the path.
  func change<Result>(
    _ change: (inout RepositoryRecord, inout ForgeState) throws -> Result
  ) throws -> Result {
    let name = repositoryName
    guard let result = try forge.change({ try $0.changeRepository(name, change) }) else {
      throw ForgeRefusal(404, "Not Found")
    }
    return result
  }

  /// Returns the full id of a commit. An abbreviated one is reported as a violation.
  ///
  /// - Throws: ``ForgeRefusal`` when the repository does not have the commit.
  func commit(_ id: String, missing status: Int = 422) throws -> String {
    guard let found = try repository().git.commit(id) else {
      throw refusal(status, "No commit found for SHA: \(id)")
    }
    if found != id { report(.error, "\(id) is not the full id of a commit") }
    return found
  }

  /// Records a violation by the request.
  func report(_ level: ForgeState.Violation.Level, _ detail: String) {
    forge.record { $0.violations.append(.init(level: level, detail: detail)) }
  }

  /// Returns the refusal of a request, which is recorded as a violation.
  func refusal(_ status: Int, _ message: String) -> ForgeRefusal {
    report(.error, "\(request.method) \(request.target): \(message)")
    return ForgeRefusal(status, message)
  }
}
