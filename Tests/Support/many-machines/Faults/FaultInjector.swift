// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting

/// An injector of faults of machines, network, disk, database and forges, and of bursts, while deliveries arrive, each at least once.
struct FaultInjector: Sendable {
  private static let pause = Duration.seconds(1)
  /// Longer than a lease plus the time in which a daemon detects its loss.
  private static let long = Duration.seconds(90)
  private static let crashes = 4

  let site: Site
  let traffic: Traffic
  let faults: [Fault]
  /// The time between two kills.
  let interval: Duration
  let outages = OutageList()
  private let random: Locked<SeededRandom>
  private let counts = Locked<[String: Int]>([:])

  init(_ site: Site, _ traffic: Traffic, _ faults: [Fault], every interval: Duration, seed: UInt64) {
    self.site = site
    self.traffic = traffic
    self.faults = faults
    self.interval = interval
    random = Locked(SeededRandom(seed: seed))
  }

  /// The number of times that each fault was injected.
  var figures: [(name: String, count: Int)] {
    counts.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// - Parameter isOver: whether the last delivery was accepted.
  func run(until isOver: @escaping @Sendable () -> Bool) async throws {
    let occasional = faults.filter(\.isOccasional)
    let remaining = Locked(occasional.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      if faults.contains(.kill) {
        group.addTask {
          while !isOver() || remaining.withLock({ $0 > 0 }) {
            try await Task.sleep(for: interval)
            try await killOne()
          }
        }
      }
      group.addTask {
        while !occasional.isEmpty, !isOver() || remaining.withLock({ $0 > 0 }) {
          for fault in occasional where !isOver() || remaining.withLock({ $0 > 0 }) {
            try await Task.sleep(for: Self.pause)
            try await happen(fault)
            if fault != .restart { counts.withLock { $0[fault.name, default: 0] += 1 } }
            remaining.withLock { $0 -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Kills a random process. Keepers are killed less often than the others, because each new one reads all pull
  /// requests.
  private func killOne() async throws {
    let candidates = site.machines.filter { !$0.isAway }.flatMap { machine in
      Array(repeating: machine, count: machine.role == "keeper" ? 1 : 4)
    }
    guard let machine = random.withLock({ candidates.randomElement(using: &$0) }) else { return }
    let wasRunning = try await blocking {
      let wasRunning = machine.kill()
      try machine.start()
      return wasRunning
    }
    if wasRunning { counts.withLock { $0["kill -9 of \(machine.role)", default: 0] += 1 } }
  }

  private func happen(_ fault: Fault) async throws {
    switch fault {
    case .kill, .clock: break
    case .restart:
      // Each at another point of the daemons' work.
      for _ in 0..<Self.crashes {
        try await withoutDatabase(.immediate, for: .zero)
        counts.withLock { $0[fault.name, default: 0] += 1 }
        try await Task.sleep(for: .milliseconds(random.withLock { Int.random(in: 500...2500, using: &$0) }))
      }
    case .stop: try await withoutDatabase(.fast, for: .seconds(5))
    case .outage: try await withoutDatabase(.fast, for: .seconds(70))
    case .cut: try await cut(for: .seconds(12))
    case .partition: try await cut(for: Self.long)
    case .disk: try await site.disk?.fill(for: .seconds(6))
    case .absence:
      guard let machine = site.expendable else { return }
      _ = try await blocking { machine.kill(isAway: true) }
      try await Task.sleep(for: Self.long)
      try await blocking { try machine.comeBack() }
    case .page: try await withAnswers(.garbage)
    case .truncation: try await withAnswers(.truncate)
    case .burst: try await traffic.burst(for: .seconds(5))
    case .replacement:
      for machine in site.machines { try await blocking { try machine.replaceProgram() } }
      try await Task.sleep(for: .seconds(5))
    }
  }

  /// Spoils the answers of all forges, to the API and to git, for ten seconds.
  private func withAnswers(_ kind: StandInFault.Kind) async throws {
    for forge in site.forges { try await forge.forge.addFault(StandInFault(kind, times: nil)) }
    try await Task.sleep(for: .seconds(10))
    for forge in site.forges { try await forge.forge.clearFaults() }
  }

  private func withoutDatabase(_ stopping: PostgresServer.Stopping, for time: Duration) async throws {
    let server = site.server
    try await outages.during {
      try await blocking { server.stop(stopping) }
      try await Task.sleep(for: time)
      try await blocking { try server.startAgain() }
    }
  }

  private func cut(for time: Duration) async throws {
    guard let network = site.network, let machine = site.isolated else { return }
    try await outages.during(machine: machine.name) {
      try await blocking { try network.cut() }
      try await Task.sleep(for: time)
      try await blocking { try network.heal() }
    }
  }
}
