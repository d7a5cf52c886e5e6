// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Look at the daemon's queue, and have jobs tried again or cancelled.",
    discussion: """
      Works beside a running daemon, which is asked to do what changes the queue, and without one. That takes the \
      rights of the daemon's user.

        reviewbot jobs list --state-of dead
        reviewbot jobs retry --all-dead

      Exit status: 0 done, 2 usage, 3 could not.
      """,
    subcommands: [JobsListCommand.self, JobsShowCommand.self, JobsRetryCommand.self, JobsCancelCommand.self])
}
