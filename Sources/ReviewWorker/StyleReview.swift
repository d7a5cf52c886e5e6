// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import Isolation
import Linting
import ReviewContract
import Rules
import WorkerProtocol

/// What rules and other linters find in the files of the head.
struct StyleOutcome: Sendable {
  struct Part: Sendable {
    let reviewed: ReviewedFindings
    /// The result that is missing where a check stopped.
    let result: UndeterminedResult
  }

  fileprivate(set) var parts: [Part] = []
  fileprivate(set) var stages: [Stage] = []
  /// Why the rules about the pull request could not be applied.
  fileprivate(set) var changeRulesFailure: String?
}

/// Applies the rules, the other linters, and the rules about the pull request.
struct StyleReview: Sendable {
  let job: WorkerCall.Request
  let linter: any Linter
  /// Programs besides the rules; `nil` if the configuration has none.
  let otherLinters: WorkerReview.OtherLinters?

  func perform(_ progress: @escaping ProgressHandler) async -> StyleOutcome {
    let change = ReviewedChange(root: job.workspace.root, changes: job.workspace.changes)
    let clock = StageClock(progress: progress)
    var outcome = StyleOutcome()
    let found = await clock.run("rules", describe: Self.summary) { await linter.findings(in: change) }
    outcome.parts.append(StyleOutcome.Part(reviewed: found, result: .stoppedRule))
    applyChangeRules(&outcome)
    if let others = otherLinters?(progress) {
      let found = await clock.run("linters", describe: Self.summary) { await others.findings(in: change) }
      outcome.parts.append(StyleOutcome.Part(reviewed: found, result: .otherLinter))
    }
    outcome.stages = await clock.stages
    return outcome
  }

  /// Applies the rules about the pull request itself, which take milliseconds and have no stage.
  private func applyChangeRules(_ outcome: inout StyleOutcome) {
    do throws(RuleSettingsError) {
      let found = try ChangeLinter(job.configuration.pullRequest.rules).findings(in: ProposedChange(job))
      outcome.parts.append(
        StyleOutcome.Part(
          reviewed: ReviewedFindings(findings: found.findings, notes: found.notes), result: .stoppedRule))
    } catch {
      outcome.changeRulesFailure = "\(error)"
    }
  }

  private static func summary(_ reviewed: ReviewedFindings) -> (Stage.Status, String?) {
    let count = reviewed.findings.count { $0.isInChange }
    return (.done, count == 1 ? "1 finding in the change" : "\(count) findings in the change")
  }
}

extension WorkerCall.Request {
  /// Whether rules and linters run while the package is built: nothing can write to the checkout before the tests. A
  /// sandbox shows it read-only to the build, but not to setup commands, and with exceptions.
  var lintsBesideBuild: Bool {
    sandbox.level != .none && scope == nil && testsHead && configuration.build.setupPlan == nil
      && configuration.build.writable.isEmpty
  }
}

extension ReportDraft {
  mutating func add(_ style: StyleOutcome) {
    stages += style.stages
    for part in style.parts {
      evidence.findings += part.reviewed.findings
      add(part.reviewed.notes, part.result)
      uncheckedByRules += part.reviewed.unchecked
      suppressions += part.reviewed.suppressions
    }
    if let failure = style.changeRulesFailure {
      notes.append(failure)
      evidence.missingResults.append(.init(.pullRequestRules, failure))
    }
    evidence.findings.sort(by: Finding.isInOrder)
  }
}

/// Holds the events of a stage that runs beside others until it has ended, so that a line of a log belongs to the stage
/// before it.
final class HeldProgress: Sendable {
  private let held = Locked<[ProgressEvent]>([])
  private let progress: ProgressHandler

  init(_ progress: @escaping ProgressHandler) {
    self.progress = progress
  }

  func callAsFunction(_ event: ProgressEvent) {
    let events = held.withLock { held in
      held.append(event)
      guard case .ended = event else { return [ProgressEvent]() }
      defer { held = [] }
      return held
    }
    for event in events { progress(event) }
  }
}
