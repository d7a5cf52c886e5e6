// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CInterop
import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage

/// A run: starts the machines, sends deliveries while it injects faults, waits until the queue is idle, and judges the
/// outcome.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run two intakes, four workers and two keepers, break them, and judge the outcome.",
    discussion: "The exit status is 1 if something was lost or shown twice.")

  @Option(help: "The number of deliveries to send, including duplicates.")
  var deliveries = 10_000
  @Option(help: "The number of repositories on the three forges.")
  var repositories = 200
  @Option(help: "The seconds between two kills of a process.")
  var seconds = 2.0
  @Option(help: "The seed of the deliveries and of the processes that are killed.")
  var seed: UInt64 = 1
  @Option(
    parsing: .upToNextOption,
    help: "The faults to inject: \(Fault.allCases.map(\.rawValue).joined(separator: ", ")); all by default.")
  var faults: [Fault] = Fault.allCases
  @Option(help: "A folder for the logs of all processes, which stays; without it they are removed.")
  var logs: String?

  func validate() throws {
    guard deliveries > 0, repositories >= 3, seconds > 0 else {
      throw ValidationError("at least one delivery, three repositories and some time between two kills are needed")
    }
  }

  func run() async throws {
    guard PostgresQueueAssembly.isAvailable, PostgresServer.isInstalled else {
      print("not run: it needs PostgreSQL's server, and a build with --traits PostgreSQL")
      return
    }
    let obstacles = Site.obstacles(faults)
    for (fault, reason) in obstacles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      print("without \(fault.rawValue): \(reason)")
    }
    let faults = faults.filter { obstacles[$0] == nil }
    let commits = 6 + 2 * deliveries / (2 * repositories)
    let outcome = Locked<Outcome?>(nil)
    try await ForgeStandIn.run(repositories: repositories, commitsPerPull: commits) { forges in
      try await withScratchDirectory { folder in
        let found = try await perform(forges, faults, folder)
        try keepLogs(of: folder)
        outcome.withLock { $0 = found }
      }
    }
    guard let outcome = outcome.withLock({ $0 }) else { throw ExitCode.failure }
    print(outcome.table)
    guard outcome.violations.isEmpty else { throw ExitCode.failure }
  }

  private func perform(_ forges: [ForgeStandIn], _ faults: [Fault], _ folder: ScratchDirectory) async throws -> Outcome
  {
    let site = try await blocking { try Site(forges, in: folder, for: faults) }
    let watch = Watch(site)
    let traffic = Traffic(site, seed: seed) { watch.openJobs }
    let injector = FaultInjector(site, traffic, faults, every: .milliseconds(Int(seconds * 1000)), seed: seed)
    let began = Date()
    let isQuiet = try await withThrowingTaskGroup(of: Void.self) { group in
      // Runs until it is cancelled.
      group.addTask { try await watch.run() }
      try await site.whenListening()
      try await withThrowingTaskGroup(of: Void.self) { work in
        work.addTask { try await traffic.run(deliveries: deliveries) }
        work.addTask { try await injector.run { traffic.isOver } }
        try await work.waitForAll()
      }
      let seconds = Int(Date().timeIntervalSince(began))
      print("\(deliveries) deliveries were accepted after \(seconds) s; waiting for the rest")
      let isQuiet = try await watch.quiet()
      group.cancelAll()
      return isQuiet
    }
    let outcome = try await Outcome(site, traffic, injector, isQuiet: isQuiet, took: Date().timeIntervalSince(began))
    await site.stop()
    return outcome
  }

  private func keepLogs(of folder: ScratchDirectory) throws {
    guard let logs else { return }
    // An existing folder is from an earlier run.
    try? FileManager.default.removeItem(atPath: logs)
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path.string) where name.hasSuffix(".log") {
      try FileManager.default.copyItem(atPath: folder.path.appending(name).string, toPath: "\(logs)/\(name)")
    }
  }
}
