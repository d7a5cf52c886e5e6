// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The state of the built-in forge.
struct ForgeState: Sendable {
  struct Violation: Sendable {
    enum Level: String, Sendable {
      /// The forge refuses it, or ignores it and says nothing.
      case error
      /// It is allowed, and a mistake.
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

    /// The account that writes when the app writes.
    var login: String { "\(slug)[bot]" }
  }

  /// How many requests are left until a moment.
  struct Allowance: Sendable {
    var remaining: Int
    let end: Date
  }

  /// Where it can be reached, without a slash at its end.
  var url = ""
  var users: [String: UserRecord] = [:]
  /// By full name.
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
  /// The first one that was given for a path.
  var firstETags: [String: String] = [:]
  var random = SeededRandom(seed: 1)
  /// Larger than 32 bits can count.
  private var lastID = 2_500_000_000

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// An account, which is made when it does not exist.
  @discardableResult
  mutating func user(_ login: String, type: String = "User") -> UserRecord {
    if let user = users[login] { return user }
    let user = UserRecord(id: nextID(), login: login, type: type)
    users[login] = user
    return user
  }

  /// Changes a repository, if it is there.
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
  /// With its query.
  let path: String
  /// `github`, `gitlab`, `gitea` or `git`.
  let forge: String
  let operation: String?
  let body: String
  var login: String?
  var status: Int?
}
