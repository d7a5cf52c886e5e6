// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CInterop
import Commands
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage

/// Measures a daemon while the webhooks of many pull requests arrive at once: when each shows that it is pending, and how
/// many are reviewed per minute by rules alone.
struct BurstCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "burst", abstract: "Send many webhooks at once to reviewbot serve, and measure what the forge shows.",
    discussion: """
      The forge is the stand-in of the tests, self-hosted and in this process, which also sends the webhooks. The exit \
      status is 1 if a goal is missed.
      """)

  @Option(help: "The program to measure.")
  var program: String
  @Option(help: "The number of webhooks, each for another pull request.")
  var webhooks = 300
  @Option(help: "github, gitlab or gitea.")
  var forge = ForgeKind.github
  @Option(help: "The number of workers.")
  var workers = 2
  @Option(help: "Keys of the server's configuration, as YAML.")
  var configuration = ""
  @Option(help: "The goal: the seconds after which 95 of 100 pull requests are pending.")
  var pendingSeconds = 5.0
  @Option(help: "The goal: reviews per minute.")
  var reviewsPerMinute = 100.0
  @Flag(help: "End when all pull requests are pending.")
  var pendingOnly = false

  /// What was measured.
  private struct Result {
    var accepted: [TimeInterval] = []
    var pending: [TimeInterval] = []
    var reviewed: [TimeInterval] = []
    var pendingShares: [(name: String, seconds: TimeInterval)] = []
    var shares: [(name: String, seconds: TimeInterval)] = []
  }

  func run() async throws {
    var result = Result()
    try await BurstForge.run(webhooks, kind: forge) { forge in
      try await withScratchDirectory { folder in result = try await measure(forge, in: folder) }
    }
    // Both are reported, also if the first goal is missed.
    let isPendingSoon = report(result)
    let isReviewedSoon = pendingOnly || reportReviews(result)
    guard isPendingSoon, isReviewedSoon else { throw ExitCode.failure }
  }

  private func measure(_ forge: BurstForge, in folder: ScratchDirectory) async throws -> Result {
    let deliveries = try forge.deliveries()
    let file = try forge.configuration(in: folder, workers: workers, rest: configuration)
    let log = folder.path.appending("daemon.log")
    let errors = try FileDescriptor.open(
      log, .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? errors.close() }
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path.string,
    ]
    let daemon = try HelperProgram(
      [program, "serve", "--config", file.string], environment: environment, errors: .descriptor(errors))
    defer { daemon.end() }
    let address = try await listening(daemon, log)
    let before = try (ProcessShare.of(daemon.process), ProcessShare.ofThisProcess)
    let began = Date()
    var result = Result()
    result.accepted = try await send(deliveries, to: "http://\(address)/webhook/\(forge.kind.rawValue)")
    func shares() throws -> [(name: String, seconds: TimeInterval)] {
      let (all, process) = try (ProcessShare.of(daemon.process), ProcessShare.ofThisProcess)
      return [
        ("the daemon", all.process - before.0.process), ("its ended children", all.children - before.0.children),
        ("the stand-in and the sender", process - before.1),
      ]
    }
    result.pending = try await times(of: 1, forge.forge, since: began, daemon)
    result.pendingShares = try shares()
    guard !pendingOnly else { return result }
    result.reviewed = try await times(of: 2, forge.forge, since: began, daemon)
    result.shares = try shares()
    return result
  }

  private func listening(_ daemon: HelperProgram, _ log: FilePath) async throws -> String {
    while true {
      let text = try String(contentsOfFile: log.string, encoding: .utf8)
      let line = LogLine.all(in: text).first { $0.message == "listening" && $0.metadata?["endpoint"] == "webhooks" }
      if let address = line?.metadata?["address"] { return address }
      guard daemon.isRunning else { throw BurstFailure("the daemon ended:\n\(text)") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Sends all deliveries at once, each over its own connection.
  ///
  /// - Returns: the time until each response.
  private func send(_ deliveries: [SignedDelivery], to url: String) async throws -> [TimeInterval] {
    try await withThrowingTaskGroup(of: TimeInterval.self) { group in
      let began = Date()
      for delivery in deliveries {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
              let status = delivery.send(to: url)
              continuation.resume(
                with: status == 202
                  ? .success(Date().timeIntervalSince(began))
                  : .failure(BurstFailure("a webhook was answered \(status ?? 0)")))
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Waits until all heads have a number of statuses.
  ///
  /// - Returns: the times of these.
  private func times(
    of count: Int, _ forge: StandInForge, since began: Date, _ daemon: HelperProgram
  ) async throws -> [TimeInterval] {
    while true {
      let statuses = Dictionary(grouping: try forge.writtenStatuses, by: \.commit).values.filter { $0.count >= count }
      if statuses.count == webhooks {
        return statuses.map { $0[count - 1].time.timeIntervalSince(began) }
      }
      guard daemon.isRunning, Date().timeIntervalSince(began) < 1_800 else {
        throw BurstFailure("only \(statuses.count) commits have \(count) statuses")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func report(_ result: Result) -> Bool {
    let pending = percentile(95, result.pending)
    print("\(webhooks) webhooks at once to \(program), \(forge.rawValue) self-hosted, \(workers) workers")
    print("  accepted after \(text(result.accepted))")
    print("  pending after \(text(result.pending))")
    print("  processor time until then: \(text(result.pendingShares))")
    if pending <= pendingSeconds { return true }
    print("the goal is \(pendingSeconds) s for 95 of 100")
    return false
  }

  private func reportReviews(_ result: Result) -> Bool {
    let rate = Double(webhooks) / (result.reviewed.max() ?? 1) * 60
    print("  \(Int(rate)) reviews per minute by rules alone; the last one after \(text(result.reviewed))")
    print("  processor time until then: \(text(result.shares))")
    if rate >= reviewsPerMinute { return true }
    print("the goal is \(Int(reviewsPerMinute)) reviews per minute")
    return false
  }

  private func text(_ times: [TimeInterval]) -> String {
    "\([50, 95, 100].map { String(format: "%.2f", percentile($0, times)) }.joined(separator: " / ")) s (median, 95 of 100, last)"
  }

  private func text(_ shares: [(name: String, seconds: TimeInterval)]) -> String {
    shares.map { "\($0.name) \(String(format: "%.1f", $0.seconds)) s" }.joined(separator: ", ")
  }

  private func percentile(_ percent: Int, _ times: [TimeInterval]) -> TimeInterval {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }
}

/// The processor time of a process, user and system together, in seconds.
private struct ProcessShare {
  let process: TimeInterval
  /// That of its children that have ended.
  let children: TimeInterval

  static func of(_ process: Int32) throws -> ProcessShare {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The name of the program, in parentheses, may contain spaces.
    let fields = text.split(separator: ")").last?.split(separator: " ").compactMap { Double($0) } ?? []
    // Without the state, which is a letter, these are the fields 14 to 17.
    guard fields.count > 13 else { throw BurstFailure("cannot read the times of \(process)") }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    return ProcessShare(process: (fields[10] + fields[11]) / ticks, children: (fields[12] + fields[13]) / ticks)
  }

  static var ofThisProcess: TimeInterval {
    get throws { try of(getpid()).process }
  }
}

private struct BurstFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
