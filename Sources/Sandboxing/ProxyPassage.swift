// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// The way from a sandbox, which has no network, to a proxy outside of it.
///
/// The sandbox shows the socket's folder and a program, which then runs each command that needs dependencies and carries its
/// connections to the socket: `PROGRAM SUBCOMMAND SOCKET -- COMMAND ARGUMENT…`.
package struct ProxyPassage: Hashable, Codable, Sendable {
  /// In a folder with nothing else.
  package let socket: FilePath
  package let program: FilePath
  package let subcommand: String

  package init(socket: FilePath, program: FilePath, subcommand: String) {
    self.socket = socket
    self.program = program
    self.subcommand = subcommand
  }
}
