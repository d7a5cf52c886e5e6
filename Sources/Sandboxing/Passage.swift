// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// What a sandbox shows and runs so that a command reaches the proxy.
struct Passage: Sendable {
  let folders: [SharedFolder]
  private let words: [String]

  private static let socketFolder: FilePath = "/box/proxy"

  /// - Parameter program: how the sandbox shows and starts this program.
  init(_ passage: ProxyPassage, by program: InnerProgram) {
    folders = program.folders + [SharedFolder(passage.socket.removingLastComponent(), as: Self.socketFolder)]
    let socket = Self.socketFolder.appending(passage.socket.lastComponent?.string ?? "")
    words = program.words + [passage.subcommand, socket.string, "--"]
  }

  func leading(_ command: ChildCommand) -> ChildCommand {
    var command = command
    command.arguments = words.dropFirst() + [command.executable.string] + command.arguments
    command.executable = FilePath(words[0])
    return command
  }
}
