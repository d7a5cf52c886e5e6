// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import SystemPackage

/// The folders and the command line with which a command in a sandbox reaches the proxy.
struct ProxyForwarder: Sendable {
  let folders: [SharedDirectory]
  private let commandLine: [String]

  private static let socketFolder: FilePath = "/box/proxy"

  /// - Parameter program: how the sandbox shows and starts this program.
  init(_ forwarding: ProxyForwarding, by program: InnerProgram) {
    folders = program.folders + [SharedDirectory(forwarding.socket.parent, as: Self.socketFolder)]
    let socket = Self.socketFolder.appending(forwarding.socket.name)
    commandLine = program.commandLine + [forwarding.subcommand, socket.string, "--"]
  }

  func leading(_ command: ChildCommand) -> ChildCommand {
    var command = command
    command.arguments = commandLine.dropFirst() + [command.executable.string] + command.arguments
    command.executable = FilePath(commandLine[0])
    return command
  }
}

/// The way from a sandbox, which has no network, to a proxy outside of it.
///
/// The sandbox shows the socket's folder and this program, which then runs each command that needs dependencies and
/// carries its connections to the socket: `PROGRAM SUBCOMMAND SOCKET -- COMMAND ARGUMENT…`.
package struct ProxyForwarding: Hashable, Codable, Sendable {
  /// In a folder with nothing else.
  package let socket: FilePath
  package let subcommand: String

  package init(socket: FilePath, subcommand: String) {
    self.socket = socket
    self.subcommand = subcommand
  }
}

/// How this program is shown and started in a sandbox.
struct InnerProgram: Sendable {
  let folders: [SharedDirectory]
  /// The start of its command line.
  let commandLine: [String]

  private static let libraries: FilePath = "/box/lib"

  /// For a sandbox that has the system's libraries: the others are shown under their own paths.
  static func linked(_ program: FilePath) -> InnerProgram {
    InnerProgram(
      folders: LinkedLibraries.folders.map { SharedDirectory($0, as: $0) }
        + [SharedDirectory(program, as: SandboxEntrance.name)],
      commandLine: [SandboxEntrance.name.string])
  }

  /// For a sandbox with another system, or another version of it: with all of its own libraries and their loader.
  static func bundled(_ program: FilePath) -> InnerProgram {
    let shown = LinkedLibraries.files.map { file in
      SharedDirectory(SandboxPaths.resolved(file), as: libraries.appending(file.name))
    }
    let loader = shown.first { $0.name.name.hasPrefix("ld-") }
    let start = loader.map { [$0.name.string, "--library-path", libraries.string] } ?? []
    return InnerProgram(
      folders: shown + [SharedDirectory(program, as: SandboxEntrance.name)],
      commandLine: start + [SandboxEntrance.name.string])
  }
}
