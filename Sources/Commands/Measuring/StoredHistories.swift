// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewHost
import TestHistory

#if Server
  import ServerCommands
#endif

/// What reviews have stored of base branches: those of this user, or of a daemon.
struct StoredHistories {
  let memory: RepositoryMemory
  /// Return a repository by its name.
  var forges: [@Sendable (String) -> Repository] = []

  /// - Parameter config: the operator's file of the daemon.
  init(_ config: String?) async throws {
    guard let config else {
      let home = try HomeDirectory(environment: ProcessInfo.processInfo.environment)
      memory = RepositoryMemory(home, retention: TestMemory.Machine().retention.duration)
      return
    }
    #if Server
      let shared = try await SharedHistories(config)
      (memory, forges) = (shared.memory, shared.forges)
    #else
      throw UsageError("this build cannot read a daemon's results with --config", remedy: "build with the trait Server")
    #endif
  }

  /// Names the records that could not be read.
  static func complain(about unreadable: UnreadableRecords) {
    if let text = unreadable.explanation(in: "\(unreadable.folder)") { Console.complain(text) }
  }
}
