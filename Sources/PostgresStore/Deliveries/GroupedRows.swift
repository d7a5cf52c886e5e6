// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue
  import ReviewContract

  /// The rows that a group of deliveries uses: read together, changed in memory, and written together.
  ///
  /// A new job has a negative number until it is written, and steps use that number until the end.
  final class GroupedRows: DeliveryRows {
    private struct PullRequestRow {
      var stored: StoredPullRequest
      var touchedAt: Timestamp
      var isChanged = false
    }

    private struct JobRow {
      var stored: StoredJob
      /// The number of the job's row; `nil` until it is inserted.
      var number: Int64?
      var isChanged = false
    }

    let transaction: PostgresTransaction
    private var recorded: [DeliveryKey: RecordedDelivery]
    private var newDeliveries: [RecordedDelivery] = []
    private var ids: [PullRequestReference: Int64] = [:]
    private var pullRequests: [Int64: PullRequestRow] = [:]
    /// The jobs by the numbers that steps use, and these numbers by pull request, the oldest job first.
    private var jobs: [Int64: JobRow] = [:]
    private var jobsOf: [Int64: [Int64]] = [:]
    private var newJobs: [Int64] = []
    private var heads = GroupedHeads()
    private var labels: [Int64: [WorkerLabel]]?

    /// - Parameter known: the deliveries of the group that were recorded before.
    init(_ transaction: PostgresTransaction, known: [DeliveryKey: RecordedDelivery]) {
      self.transaction = transaction
      recorded = known
    }

    var now: Timestamp { transaction.now }
    var policy: QueuePolicy { transaction.policy }

    func count(_ name: CounterName) { transaction.count(name) }

    // MARK: Reading

    /// Locks and reads pull requests with their open and running jobs.
    ///
    /// - Parameter waits: whether to wait for those that other transactions have locked; otherwise they are left out.
    func read(_ ids: [PullRequestReference: Int64], effects: [DeliveryEffect], waits: Bool) throws {
      guard !ids.isEmpty else { return }
      let locked = try transaction.run(
        """
        SELECT p.* FROM unnest($1::bigint[]) AS u(id), LATERAL (
          SELECT id, repository, forge_updated_at, reviewed_head, reviewed_base, cancellations, touched_at
          FROM pull_request WHERE id = u.id FOR NO KEY UPDATE\(waits ? "" : " SKIP LOCKED")) p
        """, [SQLValue(array: ids.values.sorted().map { SQLValue($0) })])
      for row in locked.all {
        let stored = try StoredPullRequest(row)
        pullRequests[stored.id] = PullRequestRow(stored: stored, touchedAt: try row.time(6))
      }
      guard !waits || pullRequests.count == ids.count else {
        throw PostgresFailure(state: "40001", message: "a pull request's row was deleted")
      }
      self.ids = ids.filter { pullRequests[$0.value] != nil }
      try readJobs()
      for effect in effects {
        guard let reference = effect.pullRequest, let head = effect.head, let id = self.ids[reference] else { continue }
        heads.add(head, of: id)
      }
    }

    /// Whether the pull request was read.
    func has(_ reference: PullRequestReference) -> Bool { ids[reference] != nil }

    /// Reads the jobs in a separate statement, which sees what the holders of the locks wrote. Locks their rows too,
    /// because waking jobs, renewing leases and sweeping do not lock the pull request.
    private func readJobs() throws {
      let rows = try transaction.run(
        """
        SELECT s.* FROM unnest($1::bigint[]) AS u(pull_request), LATERAL (
          \(StoredJob.selection) WHERE j.pull_request = u.pull_request AND j.state IN ('waiting', 'queued', 'running')
          ORDER BY j.id FOR NO KEY UPDATE OF j) s
        """, [SQLValue(array: pullRequests.keys.sorted().map { SQLValue($0) })])
      for row in rows.all {
        let stored = try StoredJob(row)
        let number = stored.job.id.number
        jobs[number] = JobRow(stored: stored, number: number)
        jobsOf[stored.pullRequest, default: []].append(number)
        heads.add(stored.job.head, of: stored.pullRequest)
      }
    }

    // MARK: Jobs

    private func jobs(of pullRequest: Int64, where condition: (ReviewJob) -> Bool) -> [StoredJob] {
      (jobsOf[pullRequest] ?? []).compactMap { jobs[$0]?.stored }.filter { condition($0.job) }
    }

    func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) -> StoredJob? {
      openJobs(of: pullRequest).first { $0.job.kind == kind && $0.job.subject == subject }
    }

    func openJobs(of pullRequest: Int64) -> [StoredJob] {
      jobs(of: pullRequest) { $0.state == .waiting || $0.state == .queued }
    }

    func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) -> StoredJob? {
      jobs(of: pullRequest) { $0.state == .running && $0.kind == kind }.first
    }

    func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) -> ReviewJob.ID {
      transaction.noteChange(by: job)
      let id = ReviewJob.ID(-Int64(newJobs.count + 1))
      let stored = StoredJob(job: job.numbered(id), pullRequest: pullRequest.id, repository: pullRequest.repository)
      jobs[id.number] = JobRow(stored: stored)
      jobsOf[pullRequest.id, default: []].append(id.number)
      newJobs.append(id.number)
      return id
    }

    func save(_ stored: StoredJob) {
      transaction.noteChange(by: stored.job)
      jobs[stored.job.id.number]?.stored = stored
      jobs[stored.job.id.number]?.isChanged = true
    }

    func closeRunning(of pullRequest: Int64) -> Int {
      let running = jobs(of: pullRequest) { $0.state == .running && $0.cancellation != .closed }
      for var stored in running {
        stored.job.cancellation = .closed
        save(stored)
      }
      return running.count
    }

    // MARK: Pull requests

    func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
      guard let id = ids[reference], let row = pullRequests[id] else {
        throw QueueError(.failed, "a delivery has an effect on another pull request: \(reference)")
      }
      if row.touchedAt <= now - StoredPullRequest.freshness {
        pullRequests[id]?.touchedAt = now
        pullRequests[id]?.isChanged = true
      }
      return row.stored
    }

    func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) {
      pullRequests[pullRequest]?.stored.forgeUpdatedAt = forgeUpdatedAt
      pullRequests[pullRequest]?.isChanged = true
    }

    func noteCancellation(of pullRequest: Int64) {
      pullRequests[pullRequest]?.stored.cancellations += 1
      pullRequests[pullRequest]?.isChanged = true
    }

    func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String? {
      // A job that the group ended may be the last.
      try writeJobs()
      return try transaction.lastVerdict(of: pullRequest, head)
    }

    func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
      try heads.contains(head, of: pullRequest, in: .approvals, transaction)
        ?? transaction.isApproved(head, of: pullRequest)
    }

    func hasPublication(for head: CommitID, of pullRequest: Int64, since time: Timestamp) throws -> Bool {
      try heads.contains(head, of: pullRequest, in: .publications, since: time, transaction)
        ?? transaction.hasPublication(for: head, of: pullRequest, since: time)
    }

    func labels(of repository: Int64) throws -> [WorkerLabel] {
      if labels == nil { labels = try readLabels() }
      return labels?[repository] ?? []
    }

    private func readLabels() throws -> [Int64: [WorkerLabel]] {
      let rows = try transaction.run(
        """
        SELECT u.repository, r.labels FROM unnest($1::bigint[]) AS u(repository),
          LATERAL (SELECT labels FROM routing WHERE repository = u.repository LIMIT 1) r
        """, [SQLValue(array: Set(pullRequests.values.map(\.stored.repository)).map { SQLValue($0) })])
      return try rows.all.reduce(into: [:]) { $0[try $1.number(0)] = try StoredLabels.labels($1.text(1)) }
    }

    // MARK: Deliveries

    func delivery(_ id: String, from forge: String) -> RecordedDelivery? {
      recorded[DeliveryKey(forge: forge, id: id)]
    }

    func insert(_ delivery: Delivery, _ outcome: QueueOutcome) {
      let record = RecordedDelivery(delivery: delivery, outcome: outcome, receivedAt: now)
      recorded[DeliveryKey(forge: delivery.forge, id: delivery.id)] = record
      newDeliveries.append(record)
    }

    // MARK: Writing

    /// Writes everything that the steps changed.
    func write() throws {
      try writeJobs()
      try writePullRequests()
      try transaction.insert(
        newDeliveries.map {
          RecordedDelivery(delivery: $0.delivery, outcome: stored($0.outcome), receivedAt: $0.receivedAt)
        })
      newDeliveries = []
    }

    /// Returns a receipt with the number of the job's row.
    func stored(_ receipt: DeliveryReceipt) -> DeliveryReceipt {
      switch receipt {
      case .recorded(let outcome): .recorded(stored(outcome))
      case .duplicate(let outcome, let sameBody): .duplicate(stored(outcome), sameBody: sameBody)
      }
    }

    private func stored(_ outcome: QueueOutcome) -> QueueOutcome {
      guard let id = outcome.job, let number = jobs[id.number]?.number else { return outcome }
      return QueueOutcome(outcome.kind, ReviewJob.ID(number))
    }

    /// Writes the changed jobs before the new ones, because a new open job may replace one that was ended.
    private func writeJobs() throws {
      let changed = jobs.filter { $0.value.isChanged && $0.value.number != nil }
      if !changed.isEmpty {
        try StoredJobColumn.save(
          changed.values.compactMap { row in row.number.map { (number: $0, stored: row.stored) } }, transaction)
      }
      let new = newJobs.filter { jobs[$0]?.number == nil }
      if !new.isEmpty {
        let numbers = try StoredJobColumn.insert(new.compactMap { jobs[$0]?.stored }, transaction)
        for (id, number) in zip(new, numbers) { jobs[id]?.number = number }
      }
      for id in changed.keys + new { jobs[id]?.isChanged = false }
    }

    private func writePullRequests() throws {
      let changed = pullRequests.values.filter(\.isChanged)
      guard !changed.isEmpty else { return }
      try transaction.connection.run(
        """
        UPDATE pull_request SET forge_updated_at = u.forge_updated_at, cancellations = u.cancellations,
          touched_at = u.touched_at
        FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[])
          AS u(id, forge_updated_at, cancellations, touched_at)
        WHERE pull_request.id = u.id
        """,
        [
          SQLValue(array: changed.map { SQLValue($0.stored.id) }),
          SQLValue(array: changed.map { SQLValue($0.stored.forgeUpdatedAt) }),
          SQLValue(array: changed.map { SQLValue($0.stored.cancellations) }),
          SQLValue(array: changed.map { SQLValue($0.touchedAt) }),
        ], isPrepared: false)
      for row in changed { pullRequests[row.stored.id]?.isChanged = false }
    }
  }

  extension ReviewJob {
    /// A new job with a number.
    fileprivate func numbered(_ id: ID) -> ReviewJob {
      ReviewJob(
        id: id, kind: kind, pullRequest: pullRequest, subject: subject, head: head, base: base,
        needsApproval: needsApproval, labels: labels, priority: priority, state: state, queuedAt: queuedAt,
        notBefore: notBefore, createdAt: createdAt)
    }
  }
#endif
