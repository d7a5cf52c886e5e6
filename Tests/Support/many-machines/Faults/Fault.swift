// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CInterop
import Foundation

/// A fault of the machines, the database or the forges during a run.
enum Fault: String, CaseIterable, ExpressibleByArgument {
  /// `kill -9` of a process, at the interval of the run.
  case kill
  /// A clock that is an hour ahead, on one machine, all the time.
  case clock
  /// The database's processes are killed at any point, even in a COMMIT, and restarted.
  case restart
  /// The database is stopped for five seconds.
  case stop
  /// The database is stopped for longer than a lease.
  case outage
  /// One worker is cut off from the database, not from the forges, for less than a lease.
  case cut
  /// The same, for longer than a lease.
  case partition
  /// The disk of one worker is full.
  case disk
  /// A worker is killed and stays away for longer than a lease.
  case absence

  /// All forges answer with a page of HTML and the status 200, as a proxy does during maintenance.
  case page
  /// All forges' answers are cut off.
  case truncation
  /// Deliveries arrive as fast as they are accepted, up to several hundred open jobs.
  case burst
  /// The program of each machine is replaced on its disk by one that fails. The daemons go on with the running one.
  case replacement

  /// Whether the fault is one of those injected in turn, repeatedly.
  var isOccasional: Bool { self != .kill && self != .clock }

  /// The name in the table of a run.
  var name: String {
    switch self {
    case .kill: "kill -9"
    case .clock: "clock an hour ahead"
    case .restart: "crash of the database"
    case .stop: "stop of the database, 5 s"
    case .outage: "stop of the database, 70 s"
    case .cut: "worker without database, 12 s"
    case .partition: "worker without database, 90 s"
    case .disk: "full disk, 6 s"
    case .absence: "worker away, 90 s"
    case .page: "forges answer HTML, 10 s"
    case .truncation: "answers of forges cut off, 10 s"
    case .burst: "burst of deliveries, 5 s"
    case .replacement: "program replaced on all machines, 5 s"
    }
  }

  var needsNetwork: Bool { self == .cut || self == .partition }
}

/// An outage of the database, or of the network to it.
struct Outage: Sendable {
  let began: Date
  var ended: Date?
  /// The machine that was cut off; `nil` for all.
  let machine: String?

  /// Returns whether the outage explains that `machine` lost a lease at `moment`: renewals fail during it, and a loss
  /// is noticed at most the duration of a lease after it.
  func explains(lossAt moment: Date, on machine: String) -> Bool {
    (self.machine ?? machine) == machine && began <= moment
      && moment <= (ended ?? .distantFuture).addingTimeInterval(Losses.lease)
  }
}

/// The outages so far.
final class OutageList: Sendable {
  private let list = Locked<[Outage]>([])

  var all: [Outage] { list.withLock { $0 } }

  func during(machine: String? = nil, _ body: () async throws -> Void) async throws {
    let index = list.withLock { list in
      list.append(Outage(began: Date(), machine: machine))
      return list.count - 1
    }
    try await body()
    list.withLock { $0[index].ended = Date() }
  }
}
