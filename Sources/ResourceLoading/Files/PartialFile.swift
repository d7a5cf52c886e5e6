// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Foundation
public import SystemPackage

/// A file that is written atomically: under another name, and renamed at the end.
///
/// An uncommitted file is deleted with the object.
package final class PartialFile {
  private let destination: FilePath
  private let path: FilePath
  private let file: FileDescriptor
  private var isCommitted = false

  /// Creates the temporary file for `destination`. The folder must exist.
  package init(
    for destination: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
  ) throws(TransportError) {
    self.destination = destination
    let name = destination.name
    let folder = destination.parent
    path = FilePath("\(folder.isEmpty ? "." : folder)/\(Self.prefix)\(UUID().uuidString)-\(name.suffix(100))")
    do {
      file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
    } catch {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(error)")
    }
  }

  deinit {
    // A failure cannot be reported from here; the worst case is a leftover file.
    try? file.close()
    if !isCommitted { unlink(path.string) }
  }

  /// The prefix of the names of unfinished files.
  package static let prefix = ".partial-"

  /// Appends data.
  ///
  /// - Throws: ``TransportError/Code/unwritableFile``.
  package func write(_ data: Data) throws(TransportError) {
    do {
      _ = try data.withUnsafeBytes { try file.writeAll($0) }
    } catch {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(error)")
    }
  }

  /// Renames the file to its destination, replacing an existing one.
  package func commit() throws(TransportError) {
    guard rename(path.string, destination.string) == 0 else {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(String(cString: strerror(errno)))")
    }
    isCommitted = true
  }
}
