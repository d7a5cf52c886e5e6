// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import many_machines

/// Tests that lost jobs are found in the logs, and judged by the outages.
struct LossesTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private static func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

  private static func run(
    job: Int = 1, on machine: String = "worker-1", _ began: TimeInterval, _ ended: TimeInterval? = nil,
    _ end: Losses.Run.End = .finished
  ) -> Losses.Run {
    Losses.Run(job: job, machine: machine, began: at(began), ended: ended.map { at($0) }, end: end)
  }

  private static func losses(_ runs: [Losses.Run], _ outages: [Outage] = []) -> Losses {
    Losses(runs: runs, outages: outages) { $0 > 1 ? 15 : 0 }
  }

  @Test func `the time lost by a killed job is measured from the kill to its next run`() {
    let losses = Self.losses([Self.run(0, 10, .killed), Self.run(on: "worker-2", 40, 41)])
    #expect(losses.reclaims.map(\.seconds) == [30])
    #expect(losses.violations == [])
  }

  @Test func `a job that begins again only after 76 seconds is a violation`() {
    let losses = Self.losses([Self.run(0, 10, .killed), Self.run(on: "worker-2", 86, 87)])
    #expect(losses.violations == ["job 1, lost by worker-1, began again after 76 s"])
  }

  @Test func `a job may wait longer after a second loss`() {
    let losses = Self.losses([
      Self.run(0, 10, .killed), Self.run(20, 30, .killed), Self.run(on: "worker-2", 119, 120),
    ])
    #expect(losses.reclaims.map(\.seconds) == [89, 10])
    #expect(losses.violations == [])
  }

  @Test func `time during a database outage does not count`() {
    let outage = Outage(began: Self.at(5), ended: Self.at(100), machine: nil)
    let losses = Self.losses([Self.run(0, 10, .killed), Self.run(on: "worker-2", 150, 151)], [outage])
    #expect(losses.reclaims.map(\.seconds) == [50])
  }

  @Test func `the time lost by a disconnected worker's job is measured from the disconnection`() {
    let cut = Outage(began: Self.at(5), ended: Self.at(95), machine: "worker-1")
    let losses = Self.losses([Self.run(0, 50, .lost), Self.run(on: "worker-2", 70, 71)], [cut])
    #expect(losses.reclaims.map(\.seconds) == [65])
    #expect(losses.unexplained == [])
    let others = Outage(began: Self.at(5), ended: Self.at(95), machine: "worker-3")
    #expect(Self.losses([Self.run(0, 50, .lost)], [others]).unexplained.count == 1)
  }

  @Test func `a killed job without another run counts as ended otherwise`() {
    let losses = Self.losses([Self.run(0, 10, .killed), Self.run(job: 2, on: "worker-2", 20, 21)])
    #expect(losses.reclaims == [])
    #expect(losses.endedOtherwise == 1)
  }

  @Test func `runs are read from a log as finished, lost or killed`() {
    let text = """
      reviewbot: not a line of the log
      {"time":"2026-11-25T02:00:00.000Z","level":"info","message":"job started","metadata":{"job":"1"}}
      {"time":"2026-11-25T02:00:01.000Z","level":"info","message":"job started","metadata":{"job":"2"}}
      {"time":"2026-11-25T02:00:02.000Z","level":"info","message":"job started","metadata":{"job":"3"}}
      {"time":"2026-11-25T02:00:03.500Z","level":"info","message":"job finished","metadata":{"job":"1"}}
      {"time":"2026-11-25T02:00:04.000Z","level":"warning","message":"lease lost","metadata":{"job":"2"}}
      {"time":"2026-11-25T02:00:05
      """
    let killed = Date(timeIntervalSince1970: 1_795_572_005)
    let runs = Losses.Run.all(in: LogLine.all(in: text), of: "w", killed: killed, clockOffset: 3600)
    #expect(runs.map(\.job) == [1, 2, 3])
    #expect(runs.map(\.end) == [.finished, .lost, .killed])
    #expect(runs[2].ended == killed)
    #expect(runs[0].ended.map { $0.timeIntervalSince(runs[0].began) } == 3.5)
    let plain = Losses.Run.all(in: LogLine.all(in: text), of: "w", killed: killed, clockOffset: 0)
    #expect(plain[0].began.timeIntervalSince(runs[0].began) == 3600)
  }
}
