// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import SystemPackage

/// The outcome of a run: its figures and its violations.
struct Outcome: Sendable {
  /// The maximum number of printed violations; all are counted.
  private static let shownViolations = 40

  let violations: [String]
  private let rows: [(name: String, value: String)]

  init(
    _ site: Site, _ traffic: Traffic, _ injector: FaultInjector, isQuiet: Bool, took seconds: TimeInterval
  ) async throws {
    let record = traffic.record
    let stored = try await blocking { try StoredState(site) }
    let shown = try await site.shown()
    let runs = site.machines.flatMap { $0.runs() }
    let losses = Losses(runs: runs, outages: injector.outages.all) { Self.longestDelay(afterLosses: $0) }
    let removed = try site.forges.reduce(0) { $0 + (try $1.forge.removedComments) }
    let overlaps = Self.lines(of: site.reviews.appending(SleepingReviewer.overlaps).string)
    let unstarted = Self.lines(of: site.reviews.appending(SleepingReviewer.unstarted).string)
    var violations = record.problems + stored.violations(sent: record.accepted, new: record.new)
    if !isQuiet { violations.append("jobs are open or statuses are pending long after the last delivery") }
    violations += shown.violations + shown.missing(traffic.pullRequests) + losses.violations
    violations += overlaps.map { "two reviews of one pull request ran at once: \($0)" }
    violations += unstarted.map { "a review could not start a process: \($0)" }
    violations += site.machines.flatMap { $0.crashes() }
    if removed > 0 { violations.append("\(removed) comments were written and deleted again") }
    for forge in site.forges {
      violations += Set(try await forge.forge.violations()).sorted().map { "\(forge.kind.rawValue): \($0)" }
    }
    self.violations = violations
    rows =
      Self.rows(site, record, injector, seconds) + Self.rows(stored, losses, runs.count)
      + Self.rows(shown, traffic) + [("violations", "\(violations.count)")]
  }

  private typealias Rows = [(name: String, value: String)]

  private static func rows(
    _ site: Site, _ record: Traffic.Record, _ injector: FaultInjector, _ seconds: TimeInterval
  ) -> Rows {
    var rows: Rows = [
      ("seconds", "\(Int(seconds))"),
      ("deliveries accepted", "\(record.count)"),
      ("of these duplicates", "\(record.duplicates)"),
      ("sent again after no answer", "\(record.refusals[0] ?? 0)"),
      ("sent again after 503", "\(record.refusals[503] ?? 0)"),
      ("processes started", "\(site.machines.reduce(0) { $0 + $1.lives.count })"),
    ]
    for figure in injector.figures { rows.append(("fault: \(figure.name)", "\(figure.count)")) }
    rows.append(("fault: \(Fault.clock.name)", site.machines.contains { $0.clockOffset > 0 } ? "1" : "0"))
    return rows
  }

  private static func rows(_ stored: StoredState, _ losses: Losses, _ runs: Int) -> Rows {
    var rows: Rows = stored.jobs.map { ("jobs: \($0.name)", "\($0.count)") }
    let longest = losses.reclaims.first.map { String(format: "%.1f s", $0.seconds) }
    rows += [
      ("runs of jobs", "\(runs)"),
      ("runs lost", "\(losses.reclaims.count + losses.endedOtherwise)"),
      ("of these begun again", "\(losses.reclaims.count)"),
      ("longest time until then", longest ?? "none"),
      ("leases lost without an outage", "\(losses.unexplained.count)"),
    ]
    return rows
  }

  private static func rows(_ shown: ShownState, _ traffic: Traffic) -> Rows {
    let statuses = shown.statuses
    return [
      ("pull requests", "\(traffic.pullRequests.count { $0.isAnnounced })"),
      ("comments", "\(shown.comments) in \(shown.versions) versions"),
      ("statuses", "\(statuses.pending) pending, \(statuses.final) final"),
    ]
  }

  var table: String {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { name, value in name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + value }
    return (lines + violations.prefix(Self.shownViolations).map { "violation: \($0)" }).joined(separator: "\n")
  }

  /// Returns the maximum back-off, including the jitter, in seconds.
  private static func longestDelay(afterLosses count: Int) -> TimeInterval {
    guard count > 1 else { return 0 }
    return QueuePolicy().retryDelay(attempts: count - 1, job: .init(1)) / .seconds(1) * 1.25
  }

  private static func lines(of file: String) -> [String] {
    // The file exists only if there was an overlap.
    ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}
