// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import KeyedStore
package import SystemPackage

/// Records that are damaged, or that another version of the program wrote.
package struct UnreadableRecords: Hashable, Sendable {
  /// What they are about, such as `earlier test results`.
  private let subject: String
  /// Of the records on this machine.
  package let folder: FilePath
  package let inFolder: Int
  package var inDatabase = 0

  /// The entries that a store could not read since it was opened.
  package init(_ store: KeyedStore<some StoreKey, some StoredValue>, of subject: String) {
    self.subject = subject
    folder = store.folder
    inFolder = store.unreadableEntries + store.otherVersionEntries
  }

  package var count: Int { inFolder + inDatabase }

  /// How many there are; `nil` for none.
  package var sentence: String? {
    count == 0 ? nil : "\(counted(count, "record")) of \(subject) could not be read"
  }

  /// How many there are and where, and the remedy; `nil` for none.
  ///
  /// - Parameter folder: the folder as readers know it.
  package func explanation(in folder: String) -> String? {
    sentence.map { sentence in
      let places = [
        inFolder > 0 ? "\(inFolder) in \(folder)" : nil, inDatabase > 0 ? "\(inDatabase) in the database" : nil,
      ]
      return
        "\(sentence) (\(places.compactMap { $0 }.joined(separator: ", "))): they are damaged, or of another version "
        + "of reviewbot; update reviewbot on all machines, or delete them"
    }
  }
}
