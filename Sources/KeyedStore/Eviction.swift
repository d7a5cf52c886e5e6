// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The maximum sizes of a store.
package struct StoreBounds: Hashable, Sendable {
  /// The maximum size of all entries, in bytes.
  package var bytes = Int.max
  package var entries = Int.max
  /// The maximum size of one entry, in bytes.
  package var entryBytes = 32 << 20
  /// Entries that were not used for this time are removed; `nil` for no limit.
  package var age: Duration?
  /// Whether reading an entry counts as its use, and not only writing it.
  package var countsReading = true
  /// The time after which a value is missing, unless it is written with another one; `nil` for no limit.
  package var lifetime: Duration?
  /// Whether a sweep looks for entries whose lifetime is over. Then it reads all of them.
  package var hasLifetimes = false

  package init() {}

  /// The size of the largest entry: a quarter of all, so that one does not displace the others.
  var largestEntry: Int { min(entryBytes, bytes / 4) }

  /// What remains if a bound is exceeded. It is less than the bound, so that not every new entry needs a sweep.
  var goal: (bytes: Int, entries: Int) { (bytes / 4 * 3, entries == 1 ? 1 : entries / 4 * 3) }
}

/// The deletion of what was not used for the longest time.
package enum Eviction {
  package struct Candidate<Item> {
    package let item: Item
    package let bytes: Int
    /// In any unit.
    package let lastUse: Int

    package init(_ item: Item, bytes: Int, lastUse: Int) {
      self.item = item
      self.bytes = bytes
      self.lastUse = lastUse
    }
  }

  /// Removes candidates until no more than the given bytes and entries remain.
  ///
  /// - Parameters:
  ///   - candidates: those with an equal last use are removed in this order.
  ///   - remove: returns whether it removed the item. Another process may use it, or have removed it.
  /// - Returns: the remaining bytes and entries.
  @discardableResult
  package static func evict<Item>(
    _ candidates: [Candidate<Item>], bytes: Int, entries: Int = .max, remove: (Item) -> Bool
  ) -> (bytes: Int, entries: Int) {
    var (total, count) = (candidates.reduce(0) { $0 + $1.bytes }, candidates.count)
    let order = candidates.indices.sorted { (candidates[$0].lastUse, $0) < (candidates[$1].lastUse, $1) }
    for index in order where total > bytes || count > entries {
      guard remove(candidates[index].item) else { continue }
      total -= candidates[index].bytes
      count -= 1
    }
    return (total, count)
  }
}
