// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Copies files and directories that code under review made, with the times of their contents, sharing the disk's blocks where the file
/// system can.
///
/// The copy is harmless: it has no set-user-id, set-group-id or sticky bits, no attributes or access lists, is writable
/// by its owner alone, and holds neither pipes, sockets nor devices. No link is followed. Hard links become files of their own.
///
/// The source must not change during the copy: no process that could write to it may be running.
package struct TreeCopy: Sendable {
  package enum Links: Sendable {
    /// Only those are copied that lead to somewhere in the tree.
    case withinTree
    /// They are copied as they are, wherever they lead.
    case all
  }

  /// The user and the group that a copy belongs to. Giving files away takes the rights of root.
  package struct Owner: Hashable, Sendable {
    package let user: UInt32
    package let group: UInt32

    package init(user: UInt32, group: UInt32) {
      self.user = user
      self.group = group
    }
  }

  package struct Limits: Sendable {
    /// Debug builds of large packages have 100,000.
    package var entries = 1_000_000
    /// Of all files together, counting holes. Debug builds of large packages have 10 GiB.
    package var bytes = 64 << 30
    /// Each level keeps two files open.
    package var depth = 100

    package init() {}
  }

  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package var links = Links.withinTree
  /// `nil` leaves the copy to the user of this process.
  package var owner: Owner?
  package var limits = Limits()

  package init(links: Links = .withinTree, owner: Owner? = nil) {
    self.links = links
    self.owner = owner
  }

  /// Copies what is at a path, to a place where nothing is. What was copied before a failure stays.
  ///
  /// - Returns: how many entries were left out for what they are: links that lead out, pipes, sockets, devices.
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
      return run.leftOut
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      failure = error
    }
    throw Failure(description: "\(path) cannot be copied: \(failure)")
  }
}
