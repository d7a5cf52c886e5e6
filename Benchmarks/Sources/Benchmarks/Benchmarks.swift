// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// `Benchmarks [--requests N] [--rounds N] [--checkouts N]`: measures, prints a table, and fails when a threshold is passed.
@main
struct Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == ServerProcess.command { return try Server().run() }
    let requests = number("--requests", in: arguments) ?? 1000
    let rounds = number("--rounds", in: arguments) ?? 9
    let sequential = SequentialRequests(requests: requests, rounds: rounds)
    let isQuick = try await sequential.measure()
    print("")
    let workspaces = Workspaces(rounds: number("--checkouts", in: arguments) ?? 5)
    guard try await workspaces.measure(), isQuick else { exit(1) }
  }

  private static func number(_ name: String, in arguments: ArraySlice<String>) -> Int? {
    guard let index = arguments.firstIndex(of: name) else { return nil }
    return arguments[(index + 1)...].first.flatMap { Int($0) }
  }
}
