// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A check run that is there.
struct CheckRun: Decodable, Hashable, Sendable {
  struct App: Decodable, Hashable, Sendable {
    let slug: String?
  }

  struct Output: Decodable, Hashable, Sendable {
    let annotationsCount: Int
  }

  let id: Int
  let externalId: String?
  /// `queued`, `in_progress`, `completed`, and others that only GitHub Actions sets.
  let status: String
  /// `null` until it is completed.
  let conclusion: String?
  let output: Output
  let app: App?

  /// The pull request that it was made for; `nil` when it was not made by us.
  var pullRequest: Int? { externalId.flatMap(CheckIdentity.pullRequest) }

  var isCompleted: Bool { status == "completed" }

  /// Whether it was written by us: an app's account is its slug with `[bot]`.
  func isOurs(_ account: Account) -> Bool {
    guard case .app(let login) = account, let slug = app?.slug else { return false }
    return login == "\(slug)[bot]"
  }
}
