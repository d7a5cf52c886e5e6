// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A queue that can import the rows of a queue's file.
package protocol ConvertibleQueue: Sendable {
  /// Copies all rows, or none after an error. Has no effect if the rows of this machine's queue were copied before.
  ///
  /// - Parameter machine: the identifier of the queue's machine.
  /// - Throws: ``QueueError/Code/inUse`` if the queue has jobs or is used by another process.
  func takeOver(_ export: QueueExport, of machine: String) async throws(QueueError) -> QueueConversion
}

/// The result of a conversion.
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
  /// Whether an earlier attempt copied the rows.
  package let isRepeated: Bool

  package init(counts: [Count], isRepeated: Bool) {
    self.counts = counts
    self.isRepeated = isRepeated
  }
}
