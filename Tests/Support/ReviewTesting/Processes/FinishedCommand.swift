// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
package import SystemPackage

/// A command that has exited, with its output.
package struct FinishedCommand: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let status: Int32
    package let description: String

    package init(status: Int32, description: String) {
      self.status = status
      self.description = description
    }
  }

  /// The exit status as in a shell: 128 plus the number of a signal that ended it.
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a command and waits for it.
  ///
  /// - Parameters:
  ///   - command: the program, looked up in `PATH`, and its arguments.
  ///   - environment: `nil` for that of this process.
  ///   - extra: an open file for descriptor 3 of the command.
  package init(
    _ command: [String], environment: [String: String]? = nil, in folder: FilePath? = nil, extra: FileDescriptor? = nil
  ) throws {
    let prints = (try UnnamedFile(), try UnnamedFile())
    let child = try PlainChild(
      command, environment: environment, in: folder, output: .descriptor(prints.0.descriptor),
      errors: .descriptor(prints.1.descriptor), extra: extra)
    status = child.wait()
    output = try prints.0.text()
    errors = try prints.1.text()
  }

  /// Returns the output of a command that must succeed.
  @discardableResult
  package static func output(
    of command: [String], environment: [String: String]? = nil, in folder: FilePath? = nil
  ) throws -> String {
    let finished = try FinishedCommand(command, environment: environment, in: folder)
    guard finished.status == 0 else {
      throw Failure(
        status: finished.status,
        description: "\(command.joined(separator: " ")) ended with \(finished.status): \(finished.errors)")
    }
    return finished.output
  }

  /// Whether a command can be run on this machine, and succeeds.
  package static func succeeds(_ command: [String]) -> Bool {
    (try? FinishedCommand(command))?.status == 0
  }
}
