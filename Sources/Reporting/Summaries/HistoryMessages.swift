// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension TestFailure {
  /// What is known about the test from the base and from earlier reviews; `nil` if nothing is.
  ///
  /// - Parameter base: the base in a sentence, such as `main`.
  func result(on base: String) -> String? {
    let known = failsOnBase.map { "\($0 ? "also fails" : "passes") on \(base)" }
    let repeated = repetitions?.text
    let own = history.flatMap { history in
      history.claim.map { history.text(of: $0, base) } ?? history.counts(base, known: known)
    }
    let texts = [
      quarantine.map { "in quarantine until \($0.until): \($0.reason)" }, repeated, own ?? known, history?.others,
    ]
    let all = texts.compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}

extension Repetitions {
  /// `new in this change: failed 2 of 20 repetitions`
  var text: String {
    "\(isNew ? "new in" : "edited by") this change: failed \(failed) of \(counted(count, "repetition"))"
  }
}

extension [TestFailure] {
  /// What makes these tests flaky: `failed, then passed when run again`
  var flakiness: String {
    switch (contains { $0.repetitions == nil }, contains { $0.repetitions != nil }) {
    case (_, false): "failed, then passed when run again"
    case (false, true): "passed, then failed when run again"
    case (true, true): "failed and passed with the same code"
    }
  }
}

extension FailureHistory {
  fileprivate func text(of claim: Claim, _ base: String) -> String {
    switch claim {
    case .new: "new in this change"
    case .broken(let since?, let commits):
      "also fails on \(base) since \(since.short) (\(commits == 1 ? "1 commit" : "\(commits) commits"))"
    case .broken(nil, _): "also fails on \(base) in \(runs) of \(runs) runs"
    case .flaky: "flaky: \(failed(base))"
    case .machine(let name): "fails on the machine \(name) only: \(failed(base))"
    case .thisChange: "passes on \(base) in \(runs) of \(runs) runs: probably this change"
    }
  }

  /// The counts of runs without a claim.
  fileprivate func counts(_ base: String, known: String?) -> String? {
    if runs == 0 { return known }
    // One run is the comparison with the base itself.
    let all = runs == 1 ? "" : " in \(runs) of \(runs) runs"
    if failures == 0 { return "passes on \(base)\(all)" }
    if failures == runs { return "also fails on \(base)\(all)" }
    return [known, failed(base)].compactMap(\.self).joined(separator: "; ")
  }

  private func failed(_ base: String) -> String {
    let last = lastFailure.map { ", last on \(Self.day($0))" } ?? ""
    return "failed \(failures) of the last \(runs) runs on \(base)\(last)"
  }

  fileprivate var others: String? {
    switch otherPullRequests {
    case 0: nil
    case 1: "failed in another pull request within a day"
    default: "failed in \(otherPullRequests) other pull requests within a day"
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Nov 2` for `2026-11-02`. Records are not kept for a year.
  private static func day(_ date: String) -> String {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return date }
    return "\(months[parts[1] - 1]) \(parts[2])"
  }
}
