// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation

/// Copies files and directories that code under review created, with their modification times, sharing the disk's
/// blocks if the file system supports it.
///
/// The copy is harmless: it has no set-user-id, set-group-id or sticky bits, no attributes or access lists, is writable
/// by its owner alone, and contains neither pipes, sockets nor devices. No link is followed. Hard links become separate
/// files.
///
/// The source must not change during the copy, so no process with write access to it may be running.
package struct TreeCopy: Sendable {
  package enum Links: Sendable {
    /// Only links with targets inside the tree are copied.
    case withinTree
    /// All links are copied unchanged, with any target.
    case all
  }

  package struct Limits: Sendable {
    /// The maximum number of entries. Debug builds of large packages have 100,000.
    package var entries = 1_000_000
    /// The maximum size of all files together, counting holes. Debug builds of large packages have 10 GiB.
    package var bytes = 64 << 30
    /// The maximum depth. Each level keeps two files open.
    package var depth = 100

    package init() {}
  }

  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package var links = Links.withinTree
  package var limits = Limits()

  package init(links: Links = .withinTree) {
    self.links = links
  }

  /// Copies an entry with its contents to an unused path. Entries copied before a failure stay.
  ///
  /// - Returns: the number of entries that were left out because of their kind: links that lead out, pipes, sockets,
  ///   devices.
  /// - Throws: ``Failure``; `CancellationError` when the task was cancelled.
  @discardableResult
  package func copy(
    _ path: String, in source: ContainedDirectory, to target: ContainedDirectory, as name: String
  ) throws -> Int {
    let failure: any Error
    do {
      let from = try Place(of: path, in: source)
      let to = try Place(of: name, in: target)
      var run = TreeCopyRun(self)
      try run.copy(Array(from.name.utf8CString), in: from.directory, to: to.directory, as: Array(to.name.utf8CString))
      return run.omittedCount
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      failure = error
    }
    throw Failure(description: "cannot copy \(path): \(failure)")
  }
}

/// The state of one copy operation.
struct TreeCopyRun {
  private let settings: TreeCopy
  private(set) var omittedCount = 0
  private var entries = 0
  private var bytes = 0
  /// The copied directory; `nil` for a file.
  private var top: Int32?
  /// The components of the current path relative to ``top``.
  private var path: [[CChar]] = []

  init(_ settings: TreeCopy) {
    self.settings = settings
  }

  /// - Parameters:
  ///   - source: a descriptor of the directory that contains the entry.
  ///   - target: a descriptor of the directory that receives the copy.
  mutating func copy(_ name: [CChar], in source: Int32, to target: Int32, as newName: [CChar]) throws {
    if Task.isCancelled { throw CancellationError() }
    entries += 1
    guard entries <= settings.limits.entries else {
      throw TreeCopy.Failure(description: "it has more than \(settings.limits.entries) entries")
    }
    var status = stat()
    guard fstatat(source, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw ContainedDirectory.Failure.failed(errno: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: try copyDirectory(name, in: source, to: target, as: newName)
    case S_IFREG: try copyFile(name, in: source, to: target, as: newName)
    case S_IFLNK: try copyLink(name, in: source, to: target, as: newName, status)
    default: try leaveOut()
    }
  }

  private mutating func leaveOut() throws {
    guard top != nil else { throw TreeCopy.Failure(description: "it is neither a file nor a directory") }
    omittedCount += 1
  }

  private mutating func copyDirectory(
    _ name: [CChar], in source: Int32, to target: Int32, as newName: [CChar]
  ) throws {
    guard path.count < settings.limits.depth else {
      throw TreeCopy.Failure(description: "it is deeper than \(settings.limits.depth) levels")
    }
    let (from, status) = try open(name, in: source, O_RDONLY | O_DIRECTORY)
    defer { close(from) }
    try check(mkdirat(target, newName, 0o700))
    let to = openat(target, newName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    try check(to)
    defer { close(to) }
    let isTop = top == nil
    if isTop { top = from }
    defer { if isTop { top = nil } }
    let names = DirectoryNames.read(from, limit: settings.limits.entries - entries + 1)
    for name in names {
      path.append(name)
      defer { path.removeLast() }
      try copy(name, in: from, to: to, as: name)
    }
    try finish(to, status, mode: 0o700)
  }

  private mutating func copyFile(_ name: [CChar], in source: Int32, to target: Int32, as newName: [CChar]) throws {
    let (from, status) = try open(name, in: source, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(from) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw TreeCopy.Failure(description: "it changed during the copy") }
    bytes += Int(status.st_size)
    guard bytes <= settings.limits.bytes else {
      throw TreeCopy.Failure(description: "it has more than \(settings.limits.bytes >> 20) MiB")
    }
    let to = openat(target, newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    try check(to)
    defer { close(to) }
    let result = reviewbot_copy_contents(from, to, UInt64(status.st_size))
    guard result >= 0 else { throw ContainedDirectory.Failure.failed(errno: -result) }
    try finish(to, status, mode: 0o600)
  }

  private mutating func copyLink(
    _ name: [CChar], in source: Int32, to target: Int32, as newName: [CChar], _ status: stat
  ) throws {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try check(Int32(readlinkat(source, name, &text, text.count - 1)))
    guard settings.links == .all || staysWithin(text) else { return try leaveOut() }
    try check(symlinkat(text, target, newName))
    var times = [status.st_atim, status.st_mtim]
    try check(utimensat(target, newName, &times, AT_SYMLINK_NOFOLLOW))
  }

  /// Returns whether the target of a link is in the tree, or could only be created there.
  private func staysWithin(_ target: [CChar]) -> Bool {
    guard let top, target.first != CChar(bitPattern: UInt8(ascii: "/")) else { return false }
    let place = path.map { $0.dropLast() }.joined(separator: [CChar(bitPattern: UInt8(ascii: "/"))]) + [0]
    let found = reviewbot_open_beneath(top, Array(place), reviewbot_open_path_only, 0, 1)
    if found >= 0 { close(found) }
    guard found == -ENOENT else { return found >= 0 }
    // The target does not exist.
    var depth = path.count - 1
    for part in target.prefix(while: { $0 != 0 }).split(separator: CChar(bitPattern: UInt8(ascii: "/"))) {
      depth += part.elementsEqual([46, 46]) ? -1 : part.elementsEqual([46]) ? 0 : 1
      if depth < 0 { return false }
    }
    return true
  }

  private func open(_ name: [CChar], in directory: Int32, _ flags: Int32) throws -> (descriptor: Int32, status: stat) {
    let descriptor = openat(directory, name, flags | O_NOFOLLOW | O_CLOEXEC)
    try check(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw ContainedDirectory.Failure.failed(errno: errno)
    }
    return (descriptor, status)
  }

  private func finish(_ descriptor: Int32, _ status: stat, mode: mode_t) throws {
    try check(fchmod(descriptor, status.st_mode & 0o755 | mode))
    var times = [status.st_atim, status.st_mtim]
    try check(futimens(descriptor, &times))
  }

  private func check(_ result: Int32) throws {
    guard result >= 0 else { throw ContainedDirectory.Failure.failed(errno: errno) }
  }
}
