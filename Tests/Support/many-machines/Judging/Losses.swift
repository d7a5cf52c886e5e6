// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// The jobs whose process was lost, and the time until another process ran them, from the logs of all machines.
struct Losses: Sendable {
  /// A run of a job, read from a log.
  struct Run: Hashable, Sendable {
    enum End: Hashable, Sendable {
      case finished
      /// The daemon logged that another worker may have the job.
      case lost
      /// Its process was killed.
      case killed
    }

    let job: Int
    let machine: String
    let began: Date
    var ended: Date?
    var end: End?
  }

  /// A lost run, and the time until the next one of its job.
  struct Reclaim: Hashable, Sendable {
    let run: Run
    /// The time from the loss, or from the return of the database after it, to the next run.
    let seconds: TimeInterval
    let allowed: TimeInterval
  }

  static let lease: TimeInterval = 60
  /// The duration of a lease plus the interval of its renewal, in seconds.
  private static let limit: TimeInterval = 75

  private(set) var reclaims: [Reclaim] = []
  /// The number of lost runs that were not repeated, such as those of an outdated head.
  private(set) var endedOtherwise = 0
  /// Runs whose lease was lost without an outage, because the machine was too slow.
  private(set) var unexplained: [Run] = []

  /// - Parameters:
  ///   - runs: the runs of all machines, in any order.
  ///   - outages: the outages of the database, and of the network to it.
  ///   - longestDelay: the delay of a job after this number of losses, in seconds, because it may be the cause of the
  ///     crashes.
  init(runs: [Run], outages: [Outage], longestDelay: (_ losses: Int) -> TimeInterval) {
    for job in Dictionary(grouping: runs, by: \.job).values {
      let runs = job.sorted { $0.began < $1.began }
      var count = 0
      for run in runs where run.end != .finished {
        count += 1
        guard let loss = moment(of: run, outages) else { continue }
        guard let next = runs.first(where: { $0.began > loss && $0 != run }) else {
          endedOtherwise += 1
          continue
        }
        let returns = outages.filter { $0.machine == nil && $0.began <= next.began }.compactMap(\.ended)
        let start = max(loss, returns.filter { $0 <= next.began }.max() ?? loss)
        reclaims.append(
          Reclaim(
            run: run, seconds: next.began.timeIntervalSince(start), allowed: Self.limit + longestDelay(count)))
      }
    }
    reclaims.sort { $0.seconds > $1.seconds }
  }

  var violations: [String] {
    reclaims.filter { $0.seconds > $0.allowed }.map { reclaim in
      "job \(reclaim.run.job), lost by \(reclaim.run.machine), began again after \(Int(reclaim.seconds)) s"
    }
  }

  /// Returns the time of the loss: the end of the process, or the outage during which the daemon could not renew its
  /// lease.
  private mutating func moment(of run: Run, _ outages: [Outage]) -> Date? {
    guard let ended = run.ended else { return nil }
    guard run.end == .lost else { return ended }
    if let outage = outages.first(where: { $0.explains(lossAt: ended, on: run.machine) }) {
      return min(ended, max(outage.began, run.began))
    }
    unexplained.append(run)
    return ended
  }
}

extension Losses.Run {
  /// The messages after which a daemon no longer has the job, or may not have it.
  private static let losses: Set<String> = [
    "lease lost", "lease lost; another worker may have taken the job", "failed to record the end of the job",
  ]

  /// Reads the runs of one process.
  ///
  /// - Parameters:
  ///   - killed: when it was killed; `nil` if it exited.
  ///   - clockOffset: the offset of its clock, in seconds.
  static func all(in lines: [LogLine], of machine: String, killed: Date?, clockOffset: TimeInterval) -> [Losses.Run] {
    var open: [Int: Losses.Run] = [:]
    var done: [Losses.Run] = []
    for line in lines {
      guard let job = line.metadata?["job"].flatMap({ Int($0) }), let date = line.date else { continue }
      let moment = date.addingTimeInterval(-clockOffset)
      if line.message == "job started" {
        open[job] = Losses.Run(job: job, machine: machine, began: moment)
      } else if line.message == "job finished" || losses.contains(line.message), var run = open.removeValue(forKey: job)
      {
        run.ended = moment
        run.end = line.message == "job finished" ? .finished : .lost
        done.append(run)
      }
    }
    for var run in open.values {
      run.ended = killed
      run.end = .killed
      done.append(run)
    }
    return done
  }
}

extension Machine {
  /// Returns the runs in the machine's logs.
  func runs() -> [Losses.Run] {
    lives.flatMap { life in
      // A process that was killed early may not have a log.
      let text = (try? String(contentsOfFile: life.log.string, encoding: .utf8)) ?? ""
      return Losses.Run.all(in: LogLine.all(in: text), of: name, killed: life.killed, clockOffset: clockOffset)
    }
  }

  /// Returns the processes that ended by a signal that this test did not send.
  func crashes() -> [String] {
    lives.filter { ($0.status ?? 0) > 128 }.map { life in
      "\(name) ended by signal \((life.status ?? 0) - 128); see \(life.log.lastComponent?.string ?? "")"
    }
  }
}
