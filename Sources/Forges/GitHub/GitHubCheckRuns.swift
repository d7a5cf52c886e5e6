// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

extension GitHubAPI {
  /// `POST /repos/{owner}/{repo}/check-runs`
  func newCheckRun(_ change: CheckRunChange) -> ForgeCall<CheckRun> { call(.post, "check-runs", body: change) }

  /// `PATCH /repos/{owner}/{repo}/check-runs/{id}`
  func change(checkRun id: Int, _ change: CheckRunChange) -> ForgeCall<CheckRun> {
    call(.patch, "check-runs", "\(id)", body: change)
  }

  private struct CheckRunPage: Decodable, Sendable {
    let checkRuns: LossyList<CheckRun>
  }

  /// `GET /repos/{owner}/{repo}/commits/{ref}/check-runs`, including those that newer ones of the same name hide
  func checkRuns(of commit: CommitID, named name: String) -> ForgeCall<[CheckRun]> {
    page(segments: root + ["commits", commit.hex, "check-runs"], query: ["check_name": name, "filter": "all"])
      .map(\CheckRunPage.checkRuns.elements)
  }
}

/// An existing check run.
struct CheckRun: Decodable, Hashable, Sendable {
  struct App: Decodable, Hashable, Sendable {
    let slug: String?
  }

  struct Output: Decodable, Hashable, Sendable {
    let annotationsCount: Int
    let title: String?
  }

  let id: Int
  let externalId: String?
  /// `queued`, `in_progress`, `completed`, and others that only GitHub Actions sets.
  let status: String
  /// `null` until it is completed.
  let conclusion: String?
  /// `null` until it is completed.
  let completedAt: String?
  let detailsUrl: String?
  let output: Output
  let app: App?

  /// The number of its pull request; `nil` when it was not created by us.
  var pullRequest: Int? { externalId.flatMap(CheckIdentity.pullRequest) }

  var isCompleted: Bool { status == "completed" }

  /// Returns whether we wrote it: an app's account is its slug with `[bot]`.
  func isOurs(_ account: Account) -> Bool {
    guard case .app(let login) = account, let slug = app?.slug else { return false }
    return login == "\(slug)[bot]"
  }
}

extension CheckRun {
  /// What it shows, if it is ours.
  var shownResult: ShownResult {
    ShownResult(
      text: pullRequest == nil ? nil : output.title.flatMap(StatusText.init),
      outcome: !isCompleted ? .pending : conclusion == "success" ? .passed : .failed, isOurs: true,
      link: detailsUrl.flatMap(PageLink.checked))
  }

  /// Sorts completed check runs by the time of their completion, the newest first, as GitHub does: one that was created
  /// earlier can be completed later. Those that are not completed come last.
  static func isNewer(_ one: CheckRun, _ other: CheckRun) -> Bool {
    one.order > other.order
  }

  private var order: (isCompleted: Int, completedAt: String, id: Int) {
    (isCompleted ? 1 : 0, completedAt ?? "", id)
  }
}

/// The check runs of a repository, as an app sees them.
struct CheckRuns: Sendable {
  let repository: ForgeRepository<GitHubAPI>
  let account: Account

  /// Returns our check runs of that name, completed ones first, and the newest first; `nil` when the app cannot read
  /// them.
  func all(_ name: String, at commit: CommitID) async throws(ForgeError) -> [CheckRun]? {
    let runs = repository.relation(
      repository.api.checkRuns(of: commit, named: name),
      "cannot read the check runs of commit \(commit.short) of \(repository.api.repository)")
    do {
      return try await runs.elements().filter { $0.isOurs(account) }.sorted(by: CheckRun.isNewer)
    } catch  where [.forbidden, .notFound].contains(error.code) {
      return nil
    }
  }
}

/// The body of a request that creates or changes a check run. Its annotations are appended to the existing ones.
struct CheckRunChange: Encodable, Hashable, Sendable {
  struct Output: Encodable, Hashable, Sendable {
    let title: String
    let summary: String
    let annotations: [CheckAnnotation]
  }

  let name: String
  /// Only for a new check run.
  let headSha: String?
  let externalId: String
  /// Omitted with a conclusion, which implies that it is completed.
  let status: String?
  let conclusion: String?
  let output: Output
  let detailsUrl: String?

  /// - Parameters:
  ///   - commit: the commit of a new check run.
  ///   - isLast: whether this is the last portion. Only the last one has the conclusion.
  init(
    _ content: CheckContent, portion: ArraySlice<CheckAnnotation>, commit: String?, isLast: Bool, link: String? = nil
  ) {
    name = content.name
    headSha = commit
    externalId = content.identity
    conclusion = isLast ? content.conclusion : nil
    status = conclusion == nil ? "in_progress" : nil
    detailsUrl = link
    output = Output(title: content.title, summary: content.summary, annotations: Array(portion))
  }
}

/// The text that identifies our check run: its pull request, the base branch and its content.
enum CheckIdentity {
  private static let prefix = "reviewbot"

  /// - Parameter subject: `nil` for a commit without a pull request, such as that of a merge queue.
  static func text(of subject: StatusSubject?, digest: String) -> String {
    "\(prefix):\(subject?.number ?? 0):\(subject?.base ?? ""):\(digest)"
  }

  static func pullRequest(_ identity: String) -> Int? {
    let parts = identity.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == prefix else { return nil }
    return Int(parts[1])
  }
}
