// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Inspect the daemon's queue, and retry or cancel jobs.",
    discussion: """
      Works with and without a running daemon; a running daemon executes the changes of the queue. Requires the \
      permissions of the daemon's user.

        reviewbot jobs list --state-of dead
        reviewbot jobs retry --all-dead

      Exit status: 0 success, 2 usage error, 3 failure.
      """,
    subcommands: [JobsListCommand.self, JobsShowCommand.self, JobsRetryCommand.self, JobsCancelCommand.self])
}
