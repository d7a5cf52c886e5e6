// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting

/// The activity on the forges, and its deliveries: some twice, some late, to any intake.
final class Traffic: Sendable {
  /// A pull request and its state.
  struct Subject: Sendable {
    let forge: Int
    let pull: ForgeStandIn.Pull
    var position = 0
    var isClosed = false
    /// Whether a delivery for it was created.
    var isAnnounced = false

    var head: String { pull.commits[position] }
  }

  /// The results of the deliveries.
  struct Record: Sendable {
    /// The number of accepted deliveries, including those that were sent twice.
    var count = 0
    /// The accepted deliveries, by forge and id.
    var accepted: Set<String> = []
    /// How often an intake accepted a delivery as new, by forge and id.
    var new: [String: Int] = [:]
    var duplicates = 0
    /// The number of refused attempts by status, after which a delivery is sent again; 0 without a response.
    var refusals: [Int: Int] = [:]
    var problems: [String] = []
  }

  private struct Sending: Sendable {
    let delivery: SignedDelivery
    let forge: Int
    let intake: Int
  }

  private static let senders = 8
  /// The number of pending deliveries, from which the next one is selected at random.
  private static let window = 12
  /// Deliveries wait while more jobs are open. It is at most the number of workers: otherwise reviews requested by
  /// reconciliation, which have the lowest priority, would wait for the last delivery, even after the loss of a
  /// process.
  private static let mostOpenJobs = 24
  /// The limit during a burst.
  private static let mostOpenJobsOfBurst = 400
  private static let patience = 600

  private let site: Site
  private let random: Locked<SeededRandom>
  private let openJobs: @Sendable () -> Int
  private let results = Locked(Record())
  private let subjects: Locked<[Subject]>
  private let ended = Locked(false)
  private let isBurst = Locked(false)

  init(_ site: Site, seed: UInt64, openJobs: @escaping @Sendable () -> Int) {
    self.site = site
    random = Locked(SeededRandom(seed: seed))
    self.openJobs = openJobs
    subjects = Locked(
      site.forges.enumerated().flatMap { index, forge in forge.pulls.map { Subject(forge: index, pull: $0) } })
  }

  var record: Record { results.withLock { $0 } }
  var pullRequests: [Subject] { subjects.withLock { $0 } }
  var isOver: Bool { ended.withLock { $0 } }

  /// Sends `count` deliveries, and returns when all were accepted.
  func run(deliveries count: Int) async throws {
    defer { ended.withLock { $0 = true } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      var window: [Sending] = []
      var made = 0
      var running = 0
      while made < count || !window.isEmpty {
        while made < count, window.count < Self.window {
          let sendings = try next(number: made, isLast: made + 1 == count, isNearEnd: made * 20 > count * 19)
          window += sendings
          made += sendings.count
        }
        while openJobs() > mostOpenJobs { try await Task.sleep(for: .milliseconds(100)) }
        let index = pick(window.count)
        let sending = window.remove(at: index)
        if running == Self.senders {
          try await group.next()
          running -= 1
        }
        running += 1
        group.addTask { [self] in try await send(sending) }
      }
      try await group.waitForAll()
    }
  }

  private var mostOpenJobs: Int { isBurst.withLock { $0 } ? Self.mostOpenJobsOfBurst : Self.mostOpenJobs }

  /// Sends deliveries without waiting for the jobs of earlier ones.
  func burst(for time: Duration) async throws {
    isBurst.withLock { $0 = true }
    try await Task.sleep(for: time)
    isBurst.withLock { $0 = false }
  }

  private func pick(_ count: Int) -> Int { random.withLock { Int.random(in: 0..<count, using: &$0) } }

  /// Performs the next activity: usually a push, sometimes a delivery for a known head, near the end also the closing
  /// of a pull request.
  private func next(number: Int, isLast: Bool, isNearEnd: Bool) throws -> [Sending] {
    let index = pick(subjects.withLock { $0.count })
    let dice = pick(100)
    let (subject, before, action) = subjects.withLock { subjects -> (Subject, String?, String) in
      var subject = subjects[index]
      let before = subject.head
      var action = "synchronize"
      if subject.isClosed {
        action = "closed"
      } else if isNearEnd, dice < 20 {
        subject.isClosed = true
        action = "closed"
      } else if dice < 60, subject.position + 1 < subject.pull.commits.count {
        subject.position += 1
      }
      subject.isAnnounced = true
      subjects[index] = subject
      return (subject, before, action)
    }
    let forge = site.forges[subject.forge]
    let pull = subject.pull
    if subject.isClosed {
      try forge.forge.closeQuietly(pull.number, in: pull.repository)
    } else if subject.head != before {
      try forge.forge.moveHead(of: pull.number, in: pull.repository, to: subject.head)
    }
    let delivery = try forge.forge.delivery(
      action, before: action == "synchronize" ? before : nil, on: pull.number, in: pull.repository, as: forge.kind,
      secret: Site.secret, guid: "delivery-\(number)")
    let intake = pick(2)
    let isTwice = pick(3) == 0 && !isLast
    return (isTwice ? [intake, 1 - intake] : [intake]).map {
      Sending(delivery: delivery, forge: subject.forge, intake: $0)
    }
  }

  /// Sends a delivery until it is accepted, like a forge's operator or a load balancer.
  private func send(_ sending: Sending) async throws {
    let kind = site.forges[sending.forge].kind.rawValue
    let name = "\(kind) \(sending.delivery.guid)"
    for attempt in 0..<Self.patience {
      let address = site.intakes[(sending.intake + attempt) % 2].address
      let status = try await blocking {
        address.map { sending.delivery.send(to: "http://\($0)/webhook/\(kind)") } ?? nil
      }
      let isAccepted = results.withLock { record in
        switch status {
        case 202?: record.new[name, default: 0] += 1
        case 200?: record.duplicates += 1
        case nil, 503?:
          record.refusals[status ?? 0, default: 0] += 1
          return false
        case let other?:
          record.problems.append("the delivery \(name) was answered with \(other)")
          return true
        }
        record.accepted.insert(name)
        record.count += 1
        if record.count.isMultiple(of: 1000) { print("\(record.count) deliveries") }
        return true
      }
      if isAccepted { return }
      try await Task.sleep(for: .milliseconds(500))
    }
    results.withLock { $0.problems.append("the delivery \(name) was never accepted") }
  }
}
