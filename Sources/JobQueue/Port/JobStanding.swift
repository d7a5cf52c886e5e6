// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Where a job that is not finished stands: its place among those that could start, or what it waits for.
package struct JobStanding: Hashable, Sendable {
  /// The place in an order, counted from 1.
  package struct Place: Hashable, Sendable {
    package let number: Int
    package let count: Int

    package init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }
  }

  package enum State: Hashable, Sendable {
    case finished
    case running
    /// Waits for the approval of its commit.
    case unapproved
    case paused(Pause)
    /// Waits for a time, after a failed attempt or because newer heads may follow.
    case delayed(until: Timestamp)
    /// Could start. The places are those among the jobs of the repository, and among all.
    case ready(inRepository: Place, overall: Place)
    /// Could start. Too many jobs are open to tell its place.
    case unplaced
  }

  package let state: State
  /// How long the job will probably wait; `nil` if it is unknown.
  package private(set) var wait: Duration?
  /// How long it will probably run, or go on running; `nil` if it is unknown.
  package private(set) var run: Duration?

  /// The number of reviews whose durations an estimate is made from.
  package static let reviewsOfEstimate = 20

  /// - Parameters:
  ///   - open: the queued and running jobs, in any order.
  ///   - reviews: the last reviews of the repository.
  ///   - workers: the number of builds that can run at once; `nil` if it is unknown.
  package init(
    of job: ReviewJob, among open: [ReviewJob], pauses: [Pause], reviews: [ReviewJob] = [], workers: Int? = nil,
    policy: QueuePolicy, now: Timestamp
  ) {
    let order = Self.order(of: open, like: job, pauses: pauses, policy: policy, now: now)
    state = Self.state(of: job, order, pauses: pauses, now: now)
    guard job.kind.isBuild, let duration = Self.median(of: reviews) else { return }
    switch state {
    case .finished: break
    case .running: run = max(duration - (now - (job.startedAt ?? now)), .zero)
    case .unapproved, .paused, .delayed, .unplaced: run = duration
    case .ready(_, let overall):
      run = duration
      guard let workers else { return }
      // Each of the builds before it takes a worker, the first of which are free.
      let running = open.count { $0.state == .running && $0.kind.isBuild }
      let rounds = max(0, overall.number - max(0, workers - running) + workers - 1) / max(1, workers)
      // The running builds are halfway through on average.
      wait = rounds == 0 ? .zero : duration * rounds - (running > 0 ? duration / 2 : .zero)
    }
  }

  private static func state(of job: ReviewJob, _ order: [ReviewJob], pauses: [Pause], now: Timestamp) -> State {
    if job.state.isFinished { return .finished }
    if job.state == .running { return .running }
    if job.state == .waiting { return .unapproved }
    if let pause = job.pause(among: pauses) { return .paused(pause) }
    guard job.notBefore <= now else { return .delayed(until: job.notBefore) }
    guard let overall = order.firstIndex(where: { $0.id == job.id }) else { return .unplaced }
    let own = order.filter { $0.pullRequest.repository == job.pullRequest.repository }
    let place = own.firstIndex { $0.id == job.id } ?? 0
    return .ready(inRepository: Place(place + 1, of: own.count), overall: Place(overall + 1, of: order.count))
  }

  /// Returns the jobs that could start in the job's lane, in the order in which they will probably be claimed:
  /// repositories take turns, and a wait of ``QueuePolicy/ageing`` counts as a step of priority.
  ///
  /// The claims of a queue also consider labels and the machine of the last build.
  private static func order(
    of open: [ReviewJob], like job: ReviewJob, pauses: [Pause], policy: QueuePolicy, now: Timestamp
  ) -> [ReviewJob] {
    let ready = open.filter {
      $0.state == .queued && $0.notBefore <= now && $0.kind.isBuild == job.kind.isBuild
        && $0.pause(among: pauses) == nil
    }
    var queues = Dictionary(grouping: ready, by: \.pullRequest.repository).mapValues { jobs in
      jobs.sorted { (policy.rank(of: $0), $0.id) > (policy.rank(of: $1), $1.id) }
    }
    var served = Dictionary(grouping: open.filter { $0.state == .running }, by: \.pullRequest.repository)
      .mapValues { $0.map(\.fence).max() ?? 0 }
    var turn = served.values.max() ?? 0
    var order: [ReviewJob] = []
    while order.count < ready.count {
      let first = queues.values.compactMap(\.last).min { left, right in
        key(of: left) < key(of: right)
      }
      guard let first else { break }
      let repository = first.pullRequest.repository
      turn += 1
      served[repository] = turn
      queues[repository]?.removeLast()
      order.append(first)
    }
    return order

    func key(of job: ReviewJob) -> (Int64, Int64, Int64, ReviewJob.ID) {
      let rank = policy.rank(of: job)
      let ageing = max(1, policy.ageing.wholeMilliseconds)
      let step = max(0, (rank - now.milliseconds + ageing - 1) / ageing)
      return (step, served[job.pullRequest.repository] ?? 0, rank, job.id)
    }
  }

  /// The median duration of the reviews that were completed.
  private static func median(of reviews: [ReviewJob]) -> Duration? {
    let durations = reviews.compactMap { review in
      review.state == .done ? review.startedAt.flatMap { start in review.finishedAt.map { $0 - start } } : nil
    }.sorted()
    return durations.isEmpty ? nil : durations[durations.count / 2]
  }
}

extension ReviewJob {
  /// Returns the pause that keeps the job from starting. Only builds wait for the end of a pause.
  package func pause(among pauses: [Pause]) -> Pause? {
    kind.isBuild ? pauses.first { $0.scope.covers(pullRequest.repository) } : nil
  }
}

extension QueuePolicy {
  /// Returns the sort key of a job, in milliseconds: its queue time, later by ``ageing`` for each step of priority.
  package func rank(of job: ReviewJob) -> Int64 {
    job.queuedAt.milliseconds + Int64(job.priority.rawValue) * ageing.wholeMilliseconds
  }
}

extension QueueReader {
  /// Returns where a job stands. The place of a job is unknown if more than ``JobFilter/largestLimit`` are open.
  ///
  /// - Parameter workers: the number of builds that can run at once; `nil` if it is unknown.
  package func standing(
    of job: ReviewJob, workers: Int?, policy: QueuePolicy
  ) async throws(QueueError) -> JobStanding {
    let now = try await now
    let repository = job.pullRequest.repository
    return try await read { records in
      let open = try records.jobs(JobFilter(states: [.queued, .running], limit: JobFilter.largestLimit))
      let reviews = try records.jobs(
        JobFilter(
          states: [.done], kinds: [.review], repository: repository, limit: JobStanding.reviewsOfEstimate))
      return JobStanding(
        of: job, among: open, pauses: try records.pauses(), reviews: reviews, workers: workers, policy: policy,
        now: now)
    }
  }
}
