// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import ServerCommands
import Foundation
import ReviewServer
import SystemPackage

/// Runs one daemon like `reviewbot serve`, with a reviewer that sleeps.
struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Run one daemon whose reviews sleep.", shouldDisplay: false)

  @Option var config: String
  @Option var role: String
  /// Shared by all processes.
  @Option var reviews: String

  func run() async throws {
    Self.endWithParent()
    let environment = ProcessInfo.processInfo.environment
    let service = try ServedService(file: config, catalogue: AppContext(environment: environment).catalogue)
    var substitutes = ServeSubstitutes()
    substitutes.reviewer = SleepingReviewer(folder: FilePath(reviews))
    substitutes.maximumLosses = 1000
    let roles = try role.split(separator: ",").map { name in
      guard let role = DaemonRole(rawValue: String(name)) else { throw ValidationError("no role \(name)") }
      return role
    }
    try await ServeRun(
      file: config, service: service, roles: Set(roles), labels: [], environment: environment, stop: StopSignal(),
      substitutes: substitutes
    ).perform()
  }

  /// Exits when the parent process ends for any reason, which closes the other end of the pipe.
  private static func endWithParent() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 {}
      _exit(1)
    }
  }
}
