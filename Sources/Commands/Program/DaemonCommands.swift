// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

#if Server
  import ServerCommands
#endif

/// The commands of the daemon, which are in builds with the trait `Server` only.
enum DaemonCommands {
  static let serve = "serve"
  /// Their names, also in other builds.
  static let names = [serve, "jobs", "queue"]

  #if Server
    static let all: [any ParsableCommand.Type] = ServerCommands.all
  #else
    static let all: [any ParsableCommand.Type] = []
  #endif
}
