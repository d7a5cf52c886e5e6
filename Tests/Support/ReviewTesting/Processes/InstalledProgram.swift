// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Foundation
package import SystemPackage

/// Writes programs that are started immediately.
package enum InstalledProgram {
  /// Writes an executable file.
  ///
  /// Another thread that starts a process at the same time passes it a copy of each open descriptor, until the process
  /// executes its program. Linux executes no file that a process has open for writing ("Text file busy"), so another
  /// process writes it.
  ///
  /// - Parameter file: replaced atomically if it exists; its directory must exist.
  package static func write(_ bytes: Data, to file: FilePath) throws {
    let name = "\(file)-\(UUID().uuidString)"
    defer { unlink("\(name).bytes") }
    try bytes.write(to: URL(fileURLWithPath: "\(name).bytes"))
    try FinishedCommand.output(of: ["install", "-m", "755", "\(name).bytes", name])
    guard rename(name, file.string) == 0 else { throw Errno(rawValue: errno) }
  }
}

extension ScratchDirectory {
  /// Writes an executable script, and creates the directories above it.
  @discardableResult
  package func program(_ name: String, _ text: String) throws -> FilePath {
    let file = path.pushing(FilePath(name))
    try FileManager.default.createDirectory(
      atPath: file.parent.string, withIntermediateDirectories: true)
    try InstalledProgram.write(Data(text.utf8), to: file)
    return file
  }
}
