// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import ReviewServer

/// The events of one pull request, as messages of GitHub: each one is a second later than the previous one.
enum PullRequestHistory {
  static let events: [(action: String, head: Int)] = [
    ("opened", 1), ("synchronize", 2), ("synchronize", 3), ("closed", 3), ("reopened", 3), ("synchronize", 4),
  ]

  /// The plan for a message, read as by the daemon.
  static func plan(_ index: Int) throws -> DeliveryPlan {
    let (action, head) = events[index]
    let body = """
      {"action":"\(action)","number":1,"pull_request":{"number":1,"draft":false,\
      "updated_at":"2026-01-01T00:00:0\(index)Z",\
      "head":{"sha":"\(commit(head))","repo":{"full_name":"acme/shapes"}},\
      "base":{"sha":"\(commit(99))","repo":{"full_name":"acme/shapes"}}},"repository":{"full_name":"acme/shapes"}}
      """
    let fields = [("X-GitHub-Delivery", "\(index)"), ("X-GitHub-Event", "pull_request")]
    let message = WebhookMessage(fields: fields.map { (name: $0, value: $1) }, body: Array(body.utf8))
    let planner = DeliveryPlanner(try IntakeSamples.forge(name: "github"), debounce: .zero)
    return planner.plan(try WebhookReader(ForgeDescription.github.webhooks).read(message))
  }
}
