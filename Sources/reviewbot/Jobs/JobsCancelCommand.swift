// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewContract
import ReviewServer

struct JobsCancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel queued jobs, and request running ones to stop.")

  @OptionGroup var state: StateOption

  @Argument(help: ArgumentHelp("The jobs' numbers.", valueName: "ID"))
  var ids: [Int64]

  func run() async throws {
    let folder = try state.folder(environment: ProcessInfo.processInfo.environment)
    try await JobCommandDispatcher(folder: folder).perform(.cancel, on: ids.map { ReviewJob.ID($0) })
  }
}
