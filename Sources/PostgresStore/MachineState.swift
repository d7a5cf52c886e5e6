// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
package import ReviewContract
package import SystemPackage

/// The lock of a machine's state folder, and the identity of the daemon that uses it.
package struct MachineState: Sendable {
  private static let largestID = 64

  /// The machine's identifier from its state folder, and a new incarnation.
  package let process: QueueProcess
  private let lock: ProcessLock

  /// Locks the folder for this process, and creates the folder and the identifier at the first start. Blocks.
  ///
  /// - Parameters:
  ///   - folder: the daemon's state folder.
  ///   - queue: the file that a queue in this folder would have. Its lock is used, so that a daemon with a queue there
  ///     and a daemon with a database exclude each other.
  /// - Throws: ``QueueError/Code/inUse``, ``QueueError/Code/unsuitablePlace``, ``QueueError/Code/damaged``.
  package init(folder: FilePath, queue: FilePath) throws(QueueError) {
    let subject = "the state folder \(folder)"
    try QueuePlace.prepareFolder(folder, for: subject)
    lock = try ProcessLock(
      for: queue, subject, remedy: "give this one a state folder of its own", SteadyClock())
    let machine = try Self.identifier(in: folder.appending("machine-id"))
    process = QueueProcess(machine: machine, incarnation: UUID().uuidString)
  }

  /// Lets another process use the folder.
  package func release() { lock.release() }

  private static func identifier(in file: FilePath) throws(QueueError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: file.string))
    } catch CocoaError.fileReadNoSuchFile {
      return try newIdentifier(in: file)
    } catch {
      throw QueueError(.failed, "cannot read \(file)", underlying: String(systemError: error))
    }
    // The file is written atomically, so other contents are from another program.
    let text = String(decoding: data.prefix(largestID), as: UTF8.self).trimmingCharacters(in: .newlines)
    guard data.count <= largestID, UUID(uuidString: text) != nil else {
      throw QueueError(
        .damaged, "\(file) does not contain the identifier of this machine",
        remedy: "remove it; jobs that ran here start again when their leases expire")
    }
    return text
  }

  private static func newIdentifier(in file: FilePath) throws(QueueError) -> String {
    let machine = UUID().uuidString
    do {
      try Data((machine + "\n").utf8).write(to: URL(fileURLWithPath: file.string), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.string)
    } catch {
      throw QueueError(.failed, "cannot write \(file)", underlying: String(systemError: error))
    }
    return machine
  }
}
