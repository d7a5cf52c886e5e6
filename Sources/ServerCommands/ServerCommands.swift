// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ArgumentParser

/// The commands of the daemon.
package enum ServerCommands {
  package static let all: [any ParsableCommand.Type] = [ServeCommand.self, JobsCommand.self, QueueCommand.self]
}
