// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HTTPTypes
package import ResourceLoading
package import SystemPackage

/// A stand-in for GitHub, GitLab and Gitea, which reports violations by requests.
package struct StandInForge: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A token with write permission for `acme/shapes`.
  package static let token = "ghp_exampleRepoScope"
  /// A token with read permission for `acme/shapes`.
  package static let readOnlyToken = "github_pat_exampleReadOnly"

  /// The root of the API and of the repositories.
  package let url: String
  package let world: FilePath
  package let transport: any HTTPTransport
  /// `nil` for a forge in its own process.
  let builtIn: BuiltInForge?
  /// Whether it is the built-in forge, and not the external one.
  package var isBuiltIn: Bool { builtIn != nil }

  /// The repository `acme/shapes`, bare.
  package var repository: FilePath { world.pushing(FilePath("git/acme/shapes.git")) }

  /// The violations by the requests, warnings included.
  package func violations() async throws -> [String] {
    struct Violation: Decodable {
      let level: String
      let detail: String
    }
    struct Response: Decodable {
      let violations: [Violation]
    }
    let data = try await admin("violations")
    return try JSONDecoder().decode(Response.self, from: data).violations.map { "\($0.level): \($0.detail)" }
  }

  /// The bodies of a pull request's comments, without the hidden lines that store reviews.
  package func comments(_ number: Int = 1) async throws -> [String] {
    struct Comment: Decodable {
      let body: String
    }
    return try await read([Comment].self, "issues/\(number)/comments").map { comment in
      comment.body.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("<!-- reviewbot:state ") }.joined(separator: "\n")
    }
  }

  /// `STATE CONTEXT` of a commit's statuses, the latest first. A pending one is written again while a review runs, and
  /// counts once.
  package func statuses(of commit: String) async throws -> [String] {
    struct Status: Decodable {
      let state: String
      let context: String
    }
    let statuses = try await read([Status].self, "commits/\(commit)/statuses").map { "\($0.state) \($0.context)" }
    return statuses.indices.filter { index in
      index == 0 || statuses[index] != statuses[index - 1] || !statuses[index].hasPrefix("pending ")
    }.map { statuses[$0] }
  }

  /// The methods of the requests to the API since the last call, such as `GET` and `POST`, without those of git.
  ///
  /// - Parameter withProgress: with those that write a pending status again, whose number depends on how long the review
  ///   takes; such a write follows requests that read.
  package func methods(withProgress: Bool = true) async throws -> [String] {
    let requests = try await requests()
    try await clear("requests")
    return requests.reduce(into: []) { methods, request in
      guard !withProgress, request.body?.contains(#/\breviewing [0-9a-f]+: /#) == true else {
        return methods.append(request.method)
      }
      while methods.last == "GET" { methods.removeLast() }
    }
  }

  /// Clears one of the forge's lists, such as `faults` or `requests`.
  package func clear(_ name: String) async throws {
    let address = try Self.address("\(url)/_admin/\(name)")
    _ = try await transport.send(TransportRequest(HTTPRequest(.delete, at: address)))
  }

  @discardableResult
  package func admin(_ name: String, _ body: String? = nil) async throws -> Data {
    let address = try Self.address("\(url)/_admin/\(name)")
    let head = HTTPRequest(body == nil ? .get : .post, at: address, headerFields: [.contentType: "application/json"])
    let response = try await transport.send(
      TransportRequest(head, body: body.map { .bytes(Data($0.utf8)) } ?? .none))
    let data = response.body
    guard response.head.status.kind == .successful else {
      throw Failure(description: "\(name): \(String(decoding: data, as: UTF8.self))")
    }
    return data
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
    var head = HTTPRequest(at: try Self.address("\(url)/repos/acme/shapes/\(path)"))
    head.headerFields = [
      .authorization: "Bearer \(Self.token)", .accept: "application/vnd.github+json", .userAgent: "test",
    ]
    if let version = HTTPField.Name("X-GitHub-Api-Version") { head.headerFields[version] = "2022-11-28" }
    let data = try await transport.send(TransportRequest(head)).body
    return try JSONDecoder().decode(Value.self, from: data)
  }

  private static func address(_ text: String) throws -> HTTPAddress {
    guard let address = HTTPAddress(text) else { throw Failure(description: "\(text) is not a valid address") }
    return address
  }
}
