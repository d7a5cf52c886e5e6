// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The state of the built-in forge.
struct ForgeState: Sendable {
  struct Violation: Sendable {
    enum Level: String, Sendable {
      /// The forge refuses the request, or silently ignores a part of it.
      case error
      /// The request is allowed, and still a mistake.
      case warn
    }

    let level: Level
    let detail: String
  }

  struct App: Sendable {
    struct Installation: Sendable {
      let id: Int
      let account: String
      let repositories: [String]
      let permissions: [String: String]
    }

    let id: Int
    let clientID: String
    let slug: String
    let publicKey: String
    let installations: [Installation]

    /// The account of the app's comments and statuses.
    var login: String { "\(slug)[bot]" }
  }

  /// The number of requests that remain until a time.
  struct Allowance: Sendable {
    var remaining: Int
    let end: Date
  }

  /// The URL of the server, without a slash at its end.
  var url = ""
  var users: [String: UserRecord] = [:]
  /// The repositories by their full names.
  var repositories: [String: RepositoryRecord] = [:]
  var tokens: [String: ForgeToken] = [:]
  var app: App?
  var violations: [Violation] = []
  var requests: [ForgeJournalEntry] = []
  var faults: [ForgeFault] = []
  var hooks: [ForgeHook] = []
  var deliveries: [ForgeDelivery] = []
  var deliveryFault = ForgeDeliveryFault()
  var allowance: Allowance?
  /// The first entity tag of each path.
  var firstETags: [String: String] = [:]
  var random = SeededRandom(seed: 1)
  /// Larger than a signed 32-bit integer.
  private var lastID = 2_500_000_000

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns an account, which is created when it does not exist.
  @discardableResult
  mutating func user(_ login: String, type: String = "User") -> UserRecord {
    if let user = users[login] { return user }
    let user = UserRecord(id: nextID(), login: login, type: type)
    users[login] = user
    return user
  }

  /// Changes a repository; returns `nil` when it does not exist.
  mutating func changeRepository<Result>(
    _ name: String, _ change: (inout RepositoryRecord, inout ForgeState) throws -> Result
  ) rethrows -> Result? {
    guard var repository = repositories[name] else { return nil }
    let result = try change(&repository, &self)
    repositories[name] = repository
    return result
  }
}

/// A request to the built-in forge.
struct ForgeJournalEntry: Sendable {
  let number: Int
  let method: String
  /// The path with its query.
  let path: String
  /// `github`, `gitlab`, `gitea` or `git`.
  let forge: String
  let operation: String?
  let body: String
  var login: String?
  var status: Int?
}
