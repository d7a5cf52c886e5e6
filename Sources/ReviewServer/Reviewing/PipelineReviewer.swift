// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Findings
import Forges
import Foundation
package import JobQueue
package import Logging
import Observability
package import ReviewContract
package import ReviewHost

/// Reviews commits for the daemon with the pipeline of `reviewbot check`.
package struct PipelineReviewer: CommitReviewer {
  package let clients: LiveRepositoryClients
  package let environment: [String: String]
  package let home: HomeDirectory
  package let sandbox: SandboxDecision
  package let sandboxChoice: SandboxChoice
  package let landlock: LandlockPreference
  /// Read for each review, because the operator can reload the configuration.
  package let options: @Sendable () throws -> HostReview.Options
  package let shelf: ReportShelf
  package let sharedResults: SharedBaseResults?
  package let logs: JobLogs
  package let metrics: TestMetrics
  /// The addresses of the web pages; `nil` without pages.
  package let pages: PageAddresses?
  /// Creates the publication of a report, with the marker and the contents of the comment.
  package let publication: @Sendable (Report, CommentMarker, PublishingChoice) throws -> Publication
  /// Explains a rule in Markdown, given the custom rules of a configuration; `nil` without them for a rule that the
  /// program does not have.
  package let explain: @Sendable (_ rule: String, _ custom: [CustomRule]?) -> String?
  package let log: Logger

  package init(
    clients: LiveRepositoryClients, environment: [String: String], home: HomeDirectory, sandbox: SandboxDecision,
    sandboxChoice: SandboxChoice, landlock: LandlockPreference,
    options: @escaping @Sendable () throws -> HostReview.Options,
    shelf: ReportShelf, sharedResults: SharedBaseResults?, logs: JobLogs, metrics: TestMetrics,
    pages: PageAddresses? = nil,
    publication: @escaping @Sendable (Report, CommentMarker, PublishingChoice) throws -> Publication,
    explain: @escaping @Sendable (_ rule: String, _ custom: [CustomRule]?) -> String?, log: Logger
  ) {
    self.clients = clients
    self.environment = environment
    self.home = home
    self.sandbox = sandbox
    self.sandboxChoice = sandboxChoice
    self.landlock = landlock
    self.options = options
    self.shelf = shelf
    self.sharedResults = sharedResults
    self.logs = logs
    self.metrics = metrics
    self.pages = pages
    self.publication = publication
    self.explain = explain
    self.log = log
  }

  package func review(
    _ pullRequest: PullRequest, for job: ReviewJob,
    ignoring ignored: @escaping @Sendable () async throws -> [IgnoreRequest], progress: @escaping ProgressHandler
  ) async throws -> ReviewProduct {
    let client = try self.client(for: job)
    return try await refusing {
      // A pull request with another base needs another review.
      if let kept = await shelf.report(of: job), kept.base == pullRequest.baseBranch {
        log.info("continuing with the report of an earlier attempt", metadata: ["job": "\(job.id)"])
        return try await product(kept, labels: nil, client, job, ignoring: try await ignored())
      }
      try RunGuard(
        choice: sandboxChoice, sandbox: sandbox, ci: CIEnvironment([:]), hasToken: true, landlock: landlock
      ).check(pullRequest)
      let (kept, labels) = try await report(of: pullRequest, for: job, client, progress)
      return try await product(kept, labels: labels, client, job, ignoring: try await ignored())
    }
  }

  package func report(of job: ReviewJob) async -> KeptReport? { await shelf.report(of: job) }

  package func product(
    of kept: KeptReport, for job: ReviewJob, ignoring ignored: [IgnoreRequest]
  ) async throws -> ReviewProduct {
    try await product(kept, labels: nil, try client(for: job), job, ignoring: ignored)
  }

  package func explanation(of rule: String, on pullRequest: PullRequest, for job: ReviewJob) async throws -> String {
    if let text = explain(rule, nil) { return text }
    let client = try self.client(for: job)
    let run = try RunDirectory(in: home.runs)
    defer { run.remove() }
    let fetchToken = client.live.fetchToken
    let review = try hostReview(in: run, client, of: job) { _ in }
    do {
      let configuration = try await review.configuration(of: pullRequest, fetchToken: { try await fetchToken() })
      return explain(rule, configuration.customRules) ?? ""
    } catch  where error is ConfigurationError || error is UsageError {
      // A review says what is wrong with it.
      return explain(rule, []) ?? ""
    }
  }

  package func reviewTip(of branch: String, for job: ReviewJob) async throws -> [WorkerLabel]? {
    let client = try self.client(for: job)
    return try await refusing {
      try await report(of: tip(job.head, ref: "", of: branch, client, job), for: job, client).labels
    }
  }

  package func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct {
    let client = try self.client(for: job)
    return try await refusing {
      if let kept = await shelf.report(of: job) {
        return try await product(kept, labels: nil, client, job)
      }
      let tip = tip(job.head, ref: ref, of: Self.branch(ofMergeQueue: ref), client, job)
      let (kept, labels) = try await report(of: tip, for: job, client)
      return try await product(kept, labels: labels, client, job)
    }
  }

  /// Returns the target branch of a merge queue's ref: GitHub's are
  /// `refs/heads/gh-readonly-queue/BRANCH/pr-NUMBER-COMMIT`.
  package static func branch(ofMergeQueue ref: String) -> String? {
    let prefix = "refs/heads/gh-readonly-queue/"
    guard ref.hasPrefix(prefix), let end = ref.lastIndex(of: "/") else { return nil }
    let branch = ref.dropFirst(prefix.count)
    guard end > branch.startIndex else { return nil }
    return String(ref[branch.startIndex..<end])
  }

  private func client(for job: ReviewJob) throws -> LiveRepositoryClient {
    guard let client = try clients.liveClient(for: job.pullRequest.repository) else {
      throw ReviewRefusal("\(job.pullRequest.repository) is no longer served")
    }
    return client
  }

  private func tip(
    _ head: CommitID, ref: String, of branch: String?, _ client: LiveRepositoryClient, _ job: ReviewJob
  ) -> PullRequest {
    PullRequest(
      repository: client.forge.repository(job.pullRequest.repository.name), number: 0, title: branch ?? "", author: nil,
      url: nil, state: .open, isDraft: false, head: head, headRef: ref, baseBranch: branch, isFromFork: false)
  }

  private func report(
    of pullRequest: PullRequest, for job: ReviewJob, _ client: LiveRepositoryClient,
    _ progress: @escaping ProgressHandler = { _ in }
  ) async throws -> (kept: KeptReport, labels: [WorkerLabel]) {
    var log = log
    log[metadataKey: "job"] = "\(job.id)"
    let output = logs.begin(job, log)
    do {
      let result = try await report(of: pullRequest, for: job, client, output, log, progress)
      await output?.close()
      return result
    } catch {
      output?.fail(KnownSecrets.ofProgram.masked(RefusalMessages.firstLine(DaemonMessages.reason(error))))
      await output?.close()
      throw error
    }
  }

  private func report(
    of pullRequest: PullRequest, for job: ReviewJob, _ client: LiveRepositoryClient, _ output: JobLog?, _ log: Logger,
    _ shown: @escaping ProgressHandler
  ) async throws -> (kept: KeptReport, labels: [WorkerLabel]) {
    let progress: ProgressHandler = { [log] event in
      output?.write(event)
      shown(event)
      switch event {
      case .started(let stage): log.debug("stage started", metadata: ["stage": "\(stage)"])
      case .ended(let stage):
        log.info(
          "stage",
          metadata: [
            "stage": "\(stage.name)", "status": "\(stage.status.rawValue)", "duration_ms": "\(stage.milliseconds)",
          ])
      case .output(let line): log.trace("output", metadata: ["line": "\(line)"])
      case .detail(let text): log.trace("detail", metadata: ["text": "\(text)"])
      }
    }
    let run = try RunDirectory(in: home.runs)
    defer { run.removeBeside() }
    let review = try hostReview(in: run, client, of: job, progress)
    let fetchToken = client.live.fetchToken
    let (report, configuration) = try await review.report(
      of: pullRequest, secret: client.secret, fetchToken: { try await fetchToken() }, StageClock(progress: progress))
    guard report.head == job.head else {
      throw RunError(
        "the head of \(job.pullRequest) is \(report.head.short) and no longer \(job.head.short)",
        remedy: "review the new head")
    }
    if pullRequest.number > 0 {
      metrics.note(
        report, of: job.pullRequest.repository,
        suggestsQuarantine: configuration.tests.quarantineAutomatically == .suggest)
    }
    let base = pullRequest.number > 0 ? pullRequest.baseBranch : nil
    let judging = JudgingPolicy(
      existing: configuration.tests.existingFailures, informational: configuration.informational.parts)
    let kept = KeptReport(report: report, choice: configuration.publishing, judging: judging, base: base)
    // The scope of a partial review depends on labels, title and draft state, which can change before it is published.
    if report.scope == nil { await shelf.keep(kept, of: job) }
    await output?.keep(report)
    return (kept, configuration.build.labels.sorted())
  }

  private func hostReview(
    in run: RunDirectory, _ client: LiveRepositoryClient, of job: ReviewJob, _ progress: @escaping ProgressHandler
  ) throws -> HostReview {
    var options = try options()
    options.tests.review = "\(job.id)"
    options.drafts = client.policy.drafts
    return HostReview(
      environment: run.environment(environment), home: home.of(run), catalogue: clients.catalogue,
      inspector: clients.inspector, sandbox: sandbox, options: options, sharedResults: sharedResults,
      progress: progress)
  }

  private func product(
    _ kept: KeptReport, labels: [WorkerLabel]?, _ client: LiveRepositoryClient, _ job: ReviewJob,
    ignoring ignored: [IgnoreRequest] = []
  ) async throws -> ReviewProduct {
    let report = kept.report.ignoring(ignored, kept.judging)
    var choice = kept.choice
    if choice.comment.reportURL == nil { choice.comment.reportURL = pages.flatMap { ReportURL($0.review(job.id)) } }
    var publication = try self.publication(report, client.policy.marker, choice)
    publication.base = kept.base
    await keepShown(report, publication.comment, job, isChanged: !ignored.isEmpty)
    return ReviewProduct(
      publication: publication,
      verdict: report.scope == nil ? report.verdict.rawValue : ReviewJob.partialVerdict, labels: labels)
  }

  /// Keeps what the page of the review shows, as it is published.
  private func keepShown(_ report: Report, _ comment: String?, _ job: ReviewJob, isChanged: Bool) async {
    do {
      if isChanged { try await logs.reports.keep(report, of: job.id) }
      if let comment { try await logs.reports.keep(comment: comment, of: job.id) }
    } catch {
      log.failure("the page of a review is not up to date", error, metadata: ["job": "\(job.id)"])
    }
  }

  /// Converts errors of the repository and its configuration to refusals: they are permanent, and are published for the
  /// author. Errors of the operator's files must not be published, and are not thrown within `body`.
  private func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as ConfigurationError {
      throw ReviewRefusal("\(error)")
    } catch let error as UsageError {
      throw ReviewRefusal(error.description)
    } catch let error as WorkspaceError where error.isLasting {
      throw ReviewRefusal(error.description)
    }
  }
}
