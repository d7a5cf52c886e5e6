// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import KeyedStore
package import SystemPackage

/// The cache of line classifications, by digests of their inputs.
///
/// A process that can write to it can forge coverage, so code under review must not have access.
package typealias ClassificationStore = KeyedStore<DigestKey, StoredClassification>

extension ClassificationStore {
  /// - Parameter isBounded: whether the least recently used entries are evicted above 256 MiB.
  package init(_ folder: FilePath, isBounded: Bool = true) {
    var bounds = StoreBounds()
    if isBounded { bounds.bytes = 256 << 20 }
    // The entry of a source file of 2 MiB of which every other token ran is smaller.
    bounds.entryBytes = 16 << 20
    // Another user runs the code under review, and classifies its lines.
    self.init(folder, StoreFormat("classification", version: 1), bounds: bounds, isPrivate: false)
  }
}

/// The stored form of a classification. It is validated when it is read, because another process may have written it.
package struct StoredClassification: Codable, StoredValue {
  package struct Marked: Codable, Sendable {
    package let reason: String?
    package let lines: LineSet

    package init(reason: String?, lines: LineSet) {
      self.reason = reason
      self.lines = lines
    }
  }

  package var isGenerated = false
  package var usesMacros = false
  package var covered = LineSet()
  package var partial = LineSet()
  package var missed = LineSet()
  package var unreachable = LineSet()
  package var marked: [Marked] = []
  /// Lines with code for which the coverage has no counts.
  package var noCounts = LineSet()
  /// Lines with code that the compiler does not count.
  package var notCounted = LineSet()
  /// Pairs of the first column and the one after the last, by line.
  package var uncovered: [Int: [Int]] = [:]

  package init() {}
}
