// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A queue that can take over the rows of one in a file.
package protocol ConvertibleQueue: Sendable {
  /// Copies all rows at once: after an error there are none. Does nothing if the rows of this machine's queue were copied
  /// before.
  ///
  /// - Parameter machine: the identifier of the machine that had the queue.
  /// - Throws: ``QueueError/Code/inUse`` if the queue has jobs or is used by another process.
  func takeOver(_ export: QueueExport, of machine: String) async throws(QueueError) -> QueueConversion
}

/// What a conversion did.
package struct QueueConversion: Codable, Hashable, Sendable {
  package struct Count: Codable, Hashable, Sendable {
    package let table: String
    package let rows: Int

    package init(table: String, rows: Int) {
      self.table = table
      self.rows = rows
    }
  }

  /// The rows that were copied and counted again.
  package let counts: [Count]
  /// Whether an earlier attempt copied them.
  package let isRepeated: Bool

  package init(counts: [Count], isRepeated: Bool) {
    self.counts = counts
    self.isRepeated = isRepeated
  }
}
