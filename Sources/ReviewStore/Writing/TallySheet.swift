// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB

/// What is to be added to the counts. One for all steps of a commit, because most of them count the same.
final class TallySheet {
  private var counts: [String: Int] = [:]

  func add(_ number: Int, to name: String) { counts[name, default: 0] += number }

  func add(_ other: TallySheet) {
    for (name, number) in other.counts { add(number, to: name) }
  }

  func write(to database: Database) throws {
    for (name, number) in counts.sorted(by: { $0.key < $1.key }) {
      try database.cachedStatement(
        sql: "INSERT INTO tally VALUES(?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count"
      ).execute(arguments: [name, number])
    }
  }
}
