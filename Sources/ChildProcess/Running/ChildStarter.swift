// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Starts children: this process itself, or another one in its place.
package protocol ChildStarter: Sendable {
  /// Starts the child as the leader of a process group and waits for its end. The streams are given away. A child whose task is
  /// cancelled is ended with its group.
  ///
  /// - Parameters:
  ///   - grace: from being asked to end to being made to.
  ///   - started: is called with the child's number once.
  func run(
    _ command: ChildCommand, _ streams: ChildStreams, grace: Duration, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit

  /// Ends the child and its group at once.
  func end(_ child: Int32)

  /// Ends what a child that has ended left behind.
  func finish(_ child: Int32)
}

/// The ends of pipes that a child gets.
package struct ChildStreams: Sendable {
  package let input: FileDescriptor
  package let output: FileDescriptor
  package let errors: FileDescriptor

  /// Nothing can be done about one that does not close.
  package func close() {
    for stream in [input, output, errors] { try? stream.close() }
  }
}

/// The status of a child that has ended.
package enum ChildExit: Hashable, Codable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}
