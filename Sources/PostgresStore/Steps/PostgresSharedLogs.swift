// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  extension PostgresQueue: SharedLogs {
    func append(_ text: String, toLogOf job: ReviewJob.ID, lifetime: Duration) async throws(QueueError) {
      try QueueError.check(text, "a part of a log", SharedLogPart.largest)
      try await write { transaction in
        try transaction.run(
          "INSERT INTO job_log(job, content, expires_at) VALUES($1, $2, $3)",
          [SQLValue(job.number), SQLValue(text), SQLValue(transaction.now + lifetime)])
        return true
      }
    }

    func log(of job: ReviewJob.ID, after part: SharedLogPart?) async throws(QueueError) -> [SharedLogPart] {
      try await query { connection in
        try connection.run(
          """
          SELECT id, content FROM job_log WHERE job = $1 AND id > $2 AND expires_at > queue_now() ORDER BY id LIMIT 16
          """, [SQLValue(job.number), SQLValue(part?.number ?? 0)]
        ).all.map { SharedLogPart(number: try $0.number(0), text: try $0.text(1)) }
      }
    }
  }
#endif
