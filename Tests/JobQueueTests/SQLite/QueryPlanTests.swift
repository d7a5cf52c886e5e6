// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewTesting
import Testing

@testable import JobQueue

/// Frequent queries must not scan finished jobs: each step of their plans has to use an index.
struct QueryPlanTests {
  @Test(arguments: [
    QueueTransaction.choice(.all), QueueTransaction.choice(.builds), QueueTransaction.choice(.commands),
    QueueTransaction.waking,
    StoredJob.selection + " WHERE j.id = ?",
    StoredJob.selection
      + " WHERE j.pull_request = ? AND j.kind = ? AND j.subject = ? AND j.state IN ('waiting', 'queued')",
    StoredJob.selection + " WHERE j.pull_request = ? AND j.kind = ? AND j.state = 'running'",
    QueueTransaction.openOfPullRequest, QueueTransaction.expired, QueueTransaction.closing,
    StoredJob.selection + " WHERE j.state = 'dead' ORDER BY j.id DESC LIMIT 100",
    "SELECT * FROM delivery WHERE forge = ? AND guid = ?",
    "SELECT min(not_before) AS due FROM job WHERE state = 'queued' AND ready = 0",
    "SELECT min(lease_until) FROM job WHERE state = 'running'",
    "SELECT min(queued_at) FROM job WHERE state = 'queued'",
    "SELECT count(*) FROM job WHERE ready = 1",
    "SELECT count(*) FROM job WHERE state = 'waiting'",
  ])
  func `a frequent query uses an index`(sql: String) throws {
    try withFolder { folder in
      let file = folder.settings().file
      try QueuePlace.prepare(file)
      // The plan does not depend on the bound values.
      let sql = sql.replacing(/\?|:(limit|now|ageing|forges|repositories|labels|hold|machine|preference)/, with: "1")
      let details = try QueueFile.openForWriting(file).inDatabase { database in
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
      }
      let tables = ["job", "j", "k", "delivery", "r", "p"]
      let steps = details.filter { detail in
        // A list that is a parameter is a virtual table.
        !detail.contains("VIRTUAL TABLE")
          && tables.contains { detail.hasPrefix("SCAN \($0)") || detail.hasPrefix("SEARCH \($0) ") }
      }
      #expect(!steps.isEmpty, "\(details)")
      for step in steps {
        // A partial index contains only unfinished or dead jobs, so that a full scan of it is fine.
        let isIndexed = step.contains("USING INDEX job_") || step.contains("USING COVERING INDEX job_")
        let isKey = step.contains("INTEGER PRIMARY KEY") || step.contains("USING INDEX sqlite_autoindex_")
        #expect(isIndexed || isKey, "\(step)")
        #expect(!step.contains("job_of_pull_request") && !step.contains("job_finished"), "\(step)")
      }
    }
  }
}
