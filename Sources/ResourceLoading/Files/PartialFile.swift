// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Foundation
public import SystemPackage

/// A file that is there as a whole or not at all: it is written under another name and renamed at the end.
///
/// What was not committed is gone when the object is.
package final class PartialFile {
  private let destination: FilePath
  private let path: FilePath
  private let file: FileDescriptor
  private var isCommitted = false
  /// What was written so far.
  package private(set) var byteCount = 0

  /// Begins a file that will be at `destination`. The folder must exist.
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

  /// How the names of unfinished files begin.
  package static let prefix = ".partial-"

  /// Appends.
  ///
  /// - Throws: ``TransportError/Code/unwritableFile``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) {
    do {
      byteCount += try file.writeAll(bytes)
    } catch {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(error)")
    }
  }

  /// Appends.
  ///
  /// - Throws: ``TransportError/Code/unwritableFile``.
  package func write(_ data: Data) throws(TransportError) {
    do {
      byteCount += try data.withUnsafeBytes { try file.writeAll($0) }
    } catch {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(error)")
    }
  }

  /// Gives the file its name, in place of what had it.
  package func commit() throws(TransportError) {
    guard rename(path.string, destination.string) == 0 else {
      throw TransportError(.unwritableFile, "cannot write \(destination): \(String(cString: strerror(errno)))")
    }
    isCommitted = true
  }
}

extension FilePath {
  /// The file's contents.
  func contents() throws(TransportError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: string))
    } catch {
      throw TransportError(.unreadableFile, "cannot read \(self): \(error.localizedDescription)")
    }
  }
}

/// The file that the body of a successful answer is to be written to, while it arrives.
public struct DownloadDestination: Hashable, Sendable {
  /// The file. Its folder must exist; what has the name is replaced when all has arrived, and left alone otherwise.
  public let path: FilePath
  /// The longest body, counted after decompression.
  public let maximumBytes: Int

  /// A file and how long it may become.
  public init(_ path: FilePath, maximumBytes: Int = 1 << 30) {
    self.path = path
    self.maximumBytes = maximumBytes
  }
}
