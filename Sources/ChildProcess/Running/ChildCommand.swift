// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A program to run, with everything that it gets from us. Nothing is inherited.
package struct ChildCommand: Sendable {
  /// The file to run: an absolute path.
  package var executable: FilePath
  package var arguments: [String]
  package var environment: [String: String]
  package var workingFolder: FilePath?
  /// What the child reads from its standard input, which then ends.
  package var input: [UInt8]
  /// A new file that the standard output goes to byte by byte, in place of lines; it counts against the limit as well.
  package var outputFile: FilePath?

  package init(
    _ executable: FilePath, _ arguments: [String] = [], environment: [String: String], workingFolder: FilePath? = nil,
    input: [UInt8] = [], outputFile: FilePath? = nil
  ) {
    self.outputFile = outputFile
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.input = input
  }
}
