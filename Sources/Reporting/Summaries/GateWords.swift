// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What became of one target, in words.
struct GateWords {
  /// A percentage, with or without its sign, or `auto`. Anything else came out of the sandbox and counts as `auto`.
  let target: String
  let gate: PatchCoverage.Gate
  let reason: GateReason?
  /// What `auto` compares with.
  let base: LineCounts?
  let partials: PartialLines

  var words: String {
    switch gate {
    case .passed: "\(name) reached"
    case .failed where reason == .unmeasuredFiles: "\(name), failed: changed files were not measured"
    case .failed where reason == .noBase: "\(name), failed: the base's coverage is not known"
    case .failed: "\(name) missed"
    case .informational: "\(name), for information"
    case .skipped: "\(name), not applied" + skipped
    }
  }

  private var name: String {
    if let target = PercentTarget(target) { return "target \(target) %" }
    return "target auto" + (base.map { " (the base's \($0.percentage(partials: partials)) %)" } ?? "")
  }

  private var skipped: String {
    switch reason {
    case .fewLines: " to so few lines"
    case .testsFailed: " because tests did not pass"
    case .noBase: " because the base's coverage is not known"
    case .unmeasuredFiles, nil: ""
    }
  }
}
