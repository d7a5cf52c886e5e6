// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// `Benchmarks [--only commit|coverage|history|queue|intake|pages|postgresql|reports] [--requests N] [--rounds N] [--checkouts N]
/// [--reports N] [--histories N] [--claims N] [--renderings N] [--comparisons N] [--intake-rounds N] [--followed N]`: runs one part, or all except
/// `postgresql`, prints tables, and fails when a threshold is exceeded. The part `postgresql` needs a server, which
/// `Benchmarks/postgresql` starts.
@main
struct Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == ServerProcess.command { return try Server().run() }
    if arguments.first == CoverageProcess.command { return try readCoverage(Array(arguments.dropFirst())) }
    if arguments.first == IntakeProcess.command { return try await IntakeProcess(Array(arguments.dropFirst())).run() }
    if arguments.first == PagesProcess.command { return try await PagesProcess(Array(arguments.dropFirst())).run() }
    if arguments.first == ClaimingProcess.command {
      guard let connection = arguments.dropFirst().first else { throw Failure("\(ClaimingProcess.command) CONNECTION") }
      return try await ClaimingProcess(database: PostgresDatabase(connection: connection)).run()
    }
    let reading = CoverageReading(rounds: number("--reports", in: arguments) ?? 5)
    let queue = QueueLatency(claims: number("--claims", in: arguments) ?? 2000)
    let intake = IntakeLoad(rounds: number("--intake-rounds", in: arguments) ?? 3)
    let pages = PagesLoad(rounds: intake.rounds)
    let postgres = PostgresComparison(
      claims: queue.claims, rounds: intake.rounds, followed: number("--followed", in: arguments) ?? 1000)
    let rendering = ReportRendering(rounds: number("--renderings", in: arguments) ?? 9)
    let commit = CommitComparison(rounds: number("--comparisons", in: arguments) ?? 9)
    let history = HistoryReading(rounds: number("--histories", in: arguments) ?? 5)
    if let only = arguments.firstIndex(of: "--only") {
      switch arguments[only...].dropFirst().first {
      case "commit": guard try commit.measure() else { exit(1) }
      case "coverage": guard try reading.measure() else { exit(1) }
      case "history":
        let areTrue = try HistoryClaims().measure()
        guard try history.measure(), areTrue else { exit(1) }
      case "queue": guard try await queue.measure() else { exit(1) }
      case "reports": guard try rendering.measure() else { exit(1) }
      case "intake": guard try await intake.measure() else { exit(1) }
      case "pages": guard try pages.measure() else { exit(1) }
      case "postgresql": guard try await postgres.measure() else { exit(1) }
      default:
        throw Failure(
          "--only commit, --only coverage, --only history, --only queue, --only intake, --only pages, --only postgresql or --only reports"
        )
      }
      return
    }
    let requests = number("--requests", in: arguments) ?? 1000
    let rounds = number("--rounds", in: arguments) ?? 9
    let sequential = SequentialRequests(requests: requests, rounds: rounds)
    let isQuick = try await sequential.measure()
    print("")
    let workspaces = Workspaces(rounds: number("--checkouts", in: arguments) ?? 5)
    let isFetched = try await workspaces.measure()
    print("")
    let isCompared = try commit.measure()
    print("")
    let isRead = try reading.measure()
    print("")
    let isRendered = try rendering.measure()
    print("")
    let areTrue = try HistoryClaims().measure()
    print("")
    let isRemembered = try history.measure() && areTrue
    print("")
    let isTakenIn = try await intake.measure()
    print("")
    let isShown = try pages.measure()
    print("")
    guard try await queue.measure(), isTakenIn, isShown, isRemembered, isRendered, isRead, isCompared, isFetched,
      isQuick
    else {
      exit(1)
    }
  }

  private static func readCoverage(_ arguments: [String]) throws {
    guard arguments.count >= 2 else { throw Failure("read-coverage REPOSITORY REPORT [--memory]") }
    try CoverageProcess(
      repository: URL(fileURLWithPath: arguments[0]), report: URL(fileURLWithPath: arguments[1]),
      watchesMemory: arguments.contains("--memory")
    ).run()
  }

  private static func number(_ name: String, in arguments: ArraySlice<String>) -> Int? {
    guard let index = arguments.firstIndex(of: name) else { return nil }
    return arguments[(index + 1)...].first.flatMap { Int($0) }
  }
}
