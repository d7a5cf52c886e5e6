// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import JobQueue
package import ReviewContract
package import SystemPackage

/// A signed delivery that the test itself sends: later, more than once, or to any of several receivers.
package struct SignedDelivery: Sendable {
  package let guid: String
  fileprivate let message: HookMessage

  /// Sends it, and blocks until the response.
  ///
  /// - Returns: the status; `nil` if there is no response.
  package func send(to url: String) -> Int? {
    var message = message
    message.url = url
    return HookConnection.send(message)?.status
  }
}

/// A status of a commit, and the time of its write.
package struct WrittenStatus: Sendable {
  package let commit: String
  package let state: String
  package let description: String
  package let time: Date
}

/// Changes without a notification of hooks, and deliveries that only a test sends. Requires the built-in forge.
extension StandInForge {
  /// Moves the head of a pull request to a commit of its repository. Branches do not change.
  package func moveHead(of number: Int, in repository: String, to commit: String) throws {
    try changePull(number, of: repository) { pull in
      pull.headCommit = commit
      pull.isMergeKnown = false
    }
  }

  /// Closes a pull request without an event.
  package func closeQuietly(_ number: Int, in repository: String) throws {
    try changePull(number, of: repository) { $0.state = "closed" }
  }

  /// Returns a delivery about the current state of a pull request.
  ///
  /// - Parameter before: the head before a push.
  package func delivery(
    _ action: String, before: String? = nil, on number: Int, in repository: String, as kind: ForgeKind,
    secret: String, guid: String
  ) throws -> SignedDelivery {
    let payload = try existing().look { state -> HookPayload in
      guard let record = state.repositories[repository], let pull = record.pulls[number] else {
        throw Failure(description: "\(repository) has no pull request \(number)")
      }
      return HookPayload(
        state: state, event: .pull(before: before), action: action, repository: record, pull: pull, sender: pull.user)
    }
    let hook = ForgeHook(id: 1, repository: repository, url: "", secret: secret, kind: kind, events: [])
    let message = HookMessage(
      to: hook, delivery: 0, guid: guid, event: ForgeEvent.pull(before: nil).name,
      payload: try payload.json(for: kind).data, tampering: nil)
    return SignedDelivery(guid: guid, message: message)
  }

  /// The number of deleted comments, in all repositories.
  package var removedComments: Int {
    get throws { try existing().look { $0.repositories.values.reduce(0) { $0 + $1.removedComments } } }
  }

  /// The statuses of all commits, in the order in which they were written.
  package var writtenStatuses: [WrittenStatus] {
    get throws {
      try existing().look { state in
        state.repositories.values.flatMap { $0.statuses }.sorted { $0.id < $1.id }.map {
          WrittenStatus(commit: $0.commit, state: $0.state, description: $0.description ?? "", time: $0.created)
        }
      }
    }
  }

  /// Serves the same forge at the same port in another network namespace.
  package func serve(at port: Int, in network: FilePath) throws -> LoopbackServer {
    let forge = try existing()
    return try LoopbackServer(at: port, in: network) { forge.answer($0) }
  }

  private func changePull(_ number: Int, of repository: String, _ change: (inout PullRecord) -> Void) throws {
    try existing().change { state in
      guard var pull = state.repositories[repository]?.pulls[number] else {
        throw Failure(description: "\(repository) has no pull request \(number)")
      }
      change(&pull)
      pull.updated = Date()
      state.repositories[repository]?.pulls[number] = pull
    }
  }

  private func existing() throws -> BuiltInForge {
    guard let builtIn else { throw Failure(description: "only the forge that is built in does this") }
    return builtIn
  }
}
