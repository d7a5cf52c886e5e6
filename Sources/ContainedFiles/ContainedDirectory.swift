// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
package import SystemPackage

/// A directory with hostile contents: the only interface for opening, listing, writing and removing files below it.
///
/// It is opened once. The kernel then resolves paths from its descriptor (`openat2` with
/// `RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS`), so that nothing outside is reached, in spite of any links, and even if
/// the directory is replaced later. Only regular files are read, without blocking on a pipe or a device, and up to a
/// limit.
///
/// Paths are relative to the directory. Absolute paths, and paths with `..` that lead out, are rejected.
package final class ContainedDirectory: Sendable {
  package enum Failure: Error, Hashable, Sendable {
    case missing
    /// A symbolic link, a device, a pipe or a directory; or the path leads out.
    case notARegularFile
    /// Another kind of entry, such as a symbolic link; or the path leads out.
    case notADirectory
    case tooLarge(limit: Int)
    case tooManyEntries(limit: Int)
    case failed(errno: Int32)
  }

  /// The treatment of symbolic links in a path.
  package enum Links: Sendable {
    /// A path with a link is rejected.
    case refused
    /// Links are followed if they are relative and stay below the directory, such as SwiftPM's `.build/debug`.
    case followedBelow
  }

  /// The path of the directory when it was opened: for messages, and for sandboxes that mount it.
  package let path: FilePath
  /// The descriptor, or a negated errno if the directory cannot be opened.
  private let root: Int32

  /// Opens a directory by a path that untrusted code cannot change, including its last component. When that fails, each
  /// use throws the error.
  package convenience init(_ path: FilePath) {
    let descriptor = Glibc.open(path.string, reviewbot_open_path_only | O_DIRECTORY | O_CLOEXEC)
    self.init(path, adopting: descriptor < 0 ? -errno : descriptor)
  }

  /// Opens a directory of reviewbot's own, like ``init(_:)``, and creates it if it is missing.
  ///
  /// - Parameter permissions: of created directories; `nil` means those of the process's umask.
  package convenience init(making path: FilePath, permissions: UInt32? = nil) {
    // Errors are ignored: opening the directory reports them.
    try? FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true,
      attributes: permissions.map { [.posixPermissions: Int($0)] })
    self.init(path)
  }

  private init(_ path: FilePath, adopting descriptor: Int32) {
    self.path = path
    root = descriptor
  }

  deinit {
    if root >= 0 { close(root) }
  }

  /// Opens a directory below this one. Nothing outside of *it* is reached through it.
  package func subdirectory(_ path: String, links: Links = .refused) throws(Failure) -> ContainedDirectory {
    let descriptor = try open(path, reviewbot_open_path_only | O_DIRECTORY, links: links, else: .notADirectory)
    return ContainedDirectory(self.path.pushing(FilePath(path)), adopting: descriptor)
  }

  /// Reads the bytes of the file at `path`.
  package func bytes(at path: String, limit: Int, links: Links = .refused) throws(Failure) -> [UInt8] {
    try file(at: path, links: links).bytes(limit: limit)
  }

  /// Reads the text of the file at `path`; bytes that are not UTF-8 become U+FFFD.
  package func text(at path: String, limit: Int) throws(Failure) -> String {
    String(decoding: try bytes(at: path, limit: limit), as: UTF8.self)
  }

  /// Opens the file at `path` for reading.
  package func file(at path: String, links: Links = .refused) throws(Failure) -> OpenFile {
    try OpenFile(adopting: open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, links: links, else: .notARegularFile))
  }

  /// - Parameters:
  ///   - path: empty for the directory itself.
  ///   - other: the failure for a link or another kind of entry.
  /// - Returns: a descriptor that is the caller's to close.
  func open(_ path: String, _ flags: Int32, links: Links = .refused, else other: Failure) throws(Failure) -> Int32 {
    guard root >= 0 else { throw Self.failure(-root, else: other) }
    let descriptor = reviewbot_open_beneath(
      root, path.isEmpty ? "." : path, flags, 0, links == .followedBelow ? 1 : 0)
    guard descriptor >= 0 else { throw Self.failure(-descriptor, else: other) }
    return descriptor
  }

  /// Returns the status of the entry at `path`, of a link itself; `nil` when it does not exist or cannot be reached.
  ///
  /// - Parameter links: the treatment of links in the path; the last component is never followed.
  func lookUp(_ path: String, links: Links = .refused) -> stat? {
    let descriptor = try? open(path, reviewbot_open_path_only | O_NOFOLLOW, links: links, else: .notARegularFile)
    guard let descriptor else { return nil }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  private static func failure(_ number: Int32, else other: Failure) -> Failure {
    switch number {
    case ENOENT: .missing
    // ENXIO means a socket, or a pipe without a writer.
    case ELOOP, EXDEV, ENXIO: other
    // A component of the path, or the last one itself, is not a directory.
    case ENOTDIR: other == .notADirectory ? .notADirectory : .missing
    case let number: .failed(errno: number)
    }
  }
}

extension ContainedDirectory.Failure: CustomStringConvertible {
  /// The cause, as the end of a sentence.
  package var description: String {
    switch self {
    case .missing: "it does not exist"
    case .notARegularFile: "it is not a regular file"
    case .notADirectory: "it is not a directory"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooManyEntries(let limit): "it has more than \(limit) entries"
    case .failed(let number): String(cString: strerror(number))
    }
  }
}
