// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// What a sandbox shows and runs so that a command reaches the proxy.
struct Passage: Sendable {
  let folders: [SharedFolder]
  private let words: [String]

  private static let socketFolder: FilePath = "/box/proxy"
  private static let program: FilePath = "/box/reviewbot"

  init(_ passage: ProxyPassage) {
    folders =
      OwnLibraries.folders.map { SharedFolder($0, as: $0) } + [
        SharedFolder(passage.socket.removingLastComponent(), as: Self.socketFolder),
        SharedFolder(passage.program, as: Self.program),
      ]
    words = [passage.subcommand, Self.socketFolder.appending(passage.socket.lastComponent?.string ?? "").string, "--"]
  }

  func leading(_ command: ChildCommand) -> ChildCommand {
    var command = command
    command.arguments = words + [command.executable.string] + command.arguments
    command.executable = Self.program
    return command
  }
}
