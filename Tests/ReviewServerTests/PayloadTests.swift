// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

/// The forges' example payloads and mutations of them.
@Suite(.enabled(if: Payloads.folder != nil, "REVIEWBOT_API_DESCRIPTIONS is not set"))
struct PayloadTests {
  @Test(arguments: ForgeDescription.all)
  func `every example payload of a forge is read`(forge: ForgeDescription) throws {
    let examples = try Payloads.all(of: forge)
    #expect(examples.count > 10)
    var told: [String: Int] = [:]
    for example in examples {
      let reading = try WebhookReader(forge.webhooks).read(example.message)
      switch reading.event {
      case .success(let event): told["\(event)".prefix { $0 != "(" }.description, default: 0] += 1
      case .failure(let fault):
        // Old examples of GitLab have invalid ids.
        #expect(
          forge.kind == .gitlab && fault.description.contains("not a full commit id"), "\(example.name): \(fault)")
      }
    }
    #expect(told["pullRequest", default: 0] > 0)
    #expect(told["other", default: 0] > 0)
  }

  @Test(arguments: ForgeDescription.all)
  func `the reader does not crash on mutated example payloads`(forge: ForgeDescription) throws {
    var random = SeededRandom(seed: 11)
    for example in try Payloads.all(of: forge) {
      for _ in 0..<100 {
        var body = example.message.body
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
        _ = try WebhookReader(forge.webhooks).read(example.with(body: body))
      }
    }
  }
}

private struct Payloads {
  static var folder: String? {
    ProcessInfo.processInfo.environment["REVIEWBOT_API_DESCRIPTIONS"].map { $0 + "/webhooks" }
  }

  let name: String
  let message: WebhookMessage
  private let fields: [(name: String, value: String)]

  static func all(of forge: ForgeDescription) throws -> [Payloads] {
    let below = (folder ?? "") + "/" + (forge.kind == .github ? "github/payload-examples" : forge.kind.rawValue)
    let names = (FileManager.default.enumerator(atPath: below)?.allObjects as? [String] ?? []).sorted()
    return try names.filter { $0.hasSuffix(".json") }.map { name in
      let body = Array(try Data(contentsOf: URL(fileURLWithPath: "\(below)/\(name)")))
      let fields = [
        (name: forge.webhooks.idFields[0], value: name),
        (name: forge.webhooks.eventFields[0], value: Self.kind(name, forge)),
      ]
      return Payloads(name: name, message: WebhookMessage(fields: fields, body: body), fields: fields)
    }
  }

  func with(body: [UInt8]) -> WebhookMessage { WebhookMessage(fields: fields, body: body) }

  /// Returns the event of an example, by its name.
  private static func kind(_ name: String, _ forge: ForgeDescription) -> String {
    switch forge.kind {
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
