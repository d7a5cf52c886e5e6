// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The final state of the database, compared with the accepted deliveries.
struct StoredState: Sendable {
  /// The numbers of jobs, by kind and state.
  let jobs: [(name: String, count: Int)]
  let open: Int
  let dead: Int
  /// The stored deliveries, by forge and id.
  let deliveries: Set<String>

  init(_ site: Site) throws {
    func rows(_ sql: String) throws -> [[String]] {
      try site.query(sql).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
    }
    jobs = try rows("SELECT kind || ' ' || state, count(*) FROM reviewbot.job GROUP BY 1 ORDER BY 1").map {
      ($0[0], Int($0[1]) ?? 0)
    }
    open = try Self.openJobs(site)
    dead = try rows("SELECT count(*) FROM reviewbot.job WHERE state = 'dead'").first?.first.flatMap { Int($0) } ?? 0
    deliveries = Set(
      try rows("SELECT forge || ' ' || guid FROM reviewbot.delivery").compactMap(\.first))
  }

  static func openJobs(_ site: Site) throws -> Int {
    Int(try site.query("SELECT count(*) FROM reviewbot.job WHERE finished_at IS NULL")) ?? 0
  }

  /// - Parameters:
  ///   - sent: the deliveries that were accepted, by forge and id.
  ///   - new: how often an intake accepted a delivery as new.
  func violations(sent: Set<String>, new: [String: Int]) -> [String] {
    var found: [String] = []
    if open > 0 { found.append("\(open) jobs are open") }
    if dead > 0 { found.append("\(dead) jobs were given up") }
    found += sent.subtracting(deliveries).sorted().map { "the delivery \($0) was accepted and is not stored" }
    found += deliveries.subtracting(sent).sorted().map { "the delivery \($0) is stored and was not sent" }
    found += new.filter { $0.value > 1 }.keys.sorted().map { "the delivery \($0) was new twice" }
    return found
  }
}
