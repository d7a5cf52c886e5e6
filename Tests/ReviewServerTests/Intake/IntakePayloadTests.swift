// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

/// The forges' example payloads and mutations of them, sent to a server. `make soak` generates more.
@Suite(.enabled(if: IntakePayload.folder != nil, "REVIEWBOT_API_DESCRIPTIONS is not set"))
struct IntakePayloadTests {
  private static let changes = Soak.count(2, long: 100)

  @Test(arguments: ForgeDescription.all)
  func `example payloads and mutations of them are answered with 202`(forge: ForgeDescription) async throws {
    let examples = try IntakePayload.all(of: forge)
    #expect(examples.count > 10)
    try await withIntake(forges: [try IntakeSamples.forge(forge.kind, acceptsAll: true)]) { intake in
      let client = try await intake.client()
      var random = SeededRandom(seed: 17)
      for example in examples {
        for change in 0...Self.changes {
          let body = change == 0 ? example.body : example.changed(&random)
          let fields = forge.kind.fields(
            id: "\(example.name.utf8.count) \(change) \(UUID())", event: example.event, body)
          let response = try await client.request("POST", "/webhook/forge", fields, body)
          #expect(response.status == 202, "\(example.name): \(response)")
        }
      }
    }
  }
}

private struct IntakePayload {
  static var folder: String? {
    ProcessInfo.processInfo.environment["REVIEWBOT_API_DESCRIPTIONS"].map { $0 + "/webhooks" }
  }

  let name: String
  let body: [UInt8]
  let event: String

  static func all(of forge: ForgeDescription) throws -> [IntakePayload] {
    let below = (folder ?? "") + "/" + (forge.kind == .github ? "github/payload-examples" : forge.kind.rawValue)
    let names = (FileManager.default.enumerator(atPath: below)?.allObjects as? [String] ?? []).sorted()
    return try names.filter { $0.hasSuffix(".json") }.map { name in
      let body = Array(try Data(contentsOf: URL(fileURLWithPath: "\(below)/\(name)")))
      return IntakePayload(name: name, body: body, event: forge.kind.event(ofExample: name))
    }
  }

  /// Returns the body with one to four changes: bytes or parts of it are replaced, inserted or removed.
  func changed(_ random: inout SeededRandom) -> [UInt8] {
    var body = body
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !body.isEmpty else { break }
      let index = Int.random(in: 0..<body.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: body[index] = UInt8.random(in: 0...255, using: &random)
      case 1: body.removeSubrange(index...)
      case 2: body.remove(at: index)
      default: body.insert(contentsOf: Array("\"{[}]\\".utf8).shuffled(using: &random).prefix(2), at: index)
      }
    }
    return body
  }
}

extension ForgeKind {
  fileprivate func fields(id: String, event: String, _ body: [UInt8]) -> [(String, String)] {
    switch self {
    case .github, .local: RunningIntake.fields(body, id: id, event: event)
    case .gitea:
      [("X-Gitea-Signature", RunningIntake.signature(body)), ("X-Gitea-Delivery", id), ("X-Gitea-Event", event)]
    case .gitlab:
      [("X-Gitlab-Token", IntakeSamples.secret), ("Idempotency-Key", id), ("X-Gitlab-Event", event)]
    }
  }

  /// Returns the event of an example, by its name.
  fileprivate func event(ofExample name: String) -> String {
    switch self {
    case .github: name.split(separator: "/").first.map(String.init) ?? name
    case .gitlab where name.hasPrefix("merge-request"): "Merge Request Hook"
    case .gitlab where name.hasPrefix("comment"): "Note Hook"
    case .gitlab where name.hasPrefix("push"): "Push Hook"
    case .gitea where name.hasPrefix("pull-request-comment"): "pull_request_comment"
    case .gitea where name.hasPrefix("pull-request"): "pull_request"
    case .gitea where name.hasPrefix("issue-comment"): "issue_comment"
    case .gitea where name.hasPrefix("push"): "push"
    default: "other"
    }
  }
}
