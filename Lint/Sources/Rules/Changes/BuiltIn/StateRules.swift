// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

struct LabelsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("At least one of these labels is required; `*` stands for any characters.") var required: [String] = []
    @RuleOption("None of these labels may be set; `*` stands for any characters.") var forbidden: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "labels", summary: "Require or forbid labels, for example to block a merge.", severity: .error,
    needs: [.labels], example: "{required: ['kind/*'], forbidden: [do not merge]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let labels = change.labels ?? []
    var found: [ChangeViolation] = []
    if !options.required.isEmpty,
      !labels.contains(where: { label in options.required.contains { Self.matches($0, label) } })
    {
      found.append(ChangeViolation("a label is required: one of \(options.required.joined(separator: ", "))"))
    }
    for label in labels where options.forbidden.contains(where: { Self.matches($0, label) }) {
      found.append(ChangeViolation("the label \"\(label)\" must be removed first"))
    }
    return found
  }

  /// Whether the label matches a pattern with `*`, ignoring case. Takes at most pattern × label steps.
  private static func matches(_ pattern: String, _ label: String) -> Bool {
    let (pattern, label) = (Array(pattern.lowercased()), Array(label.lowercased()))
    // At `n`: whether the first `n` characters of the label match the processed part of the pattern.
    var matched = [true] + [Bool](repeating: false, count: label.count)
    for character in pattern {
      var next = [Bool](repeating: false, count: label.count + 1)
      next[0] = matched[0] && character == "*"
      for index in label.indices {
        next[index + 1] =
          character == "*" ? next[index] || matched[index + 1] : matched[index] && label[index] == character
      }
      matched = next
    }
    return matched[label.count]
  }
}

struct DraftRule: ChangeRule {
  static let description = ChangeRuleDescription(
    id: "draft", summary: "A draft is not ready to be merged.", needs: [.draft], example: "error")

  init(options: NoOptions) {}

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.isDraft == true ? [ChangeViolation("the pull request is a draft")] : []
  }
}

struct TargetBranchRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the branches that pull requests may target.", format: .globs) var allowed: PatternList = []
  }

  static let description = ChangeRuleDescription(
    id: "target_branch", summary: "Pull requests should target an allowed branch.", severity: .error,
    needs: [.targetBranch], example: "{allowed: [main, 'release/*']}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    guard let branch = change.targetBranch, !options.allowed.isEmpty, !options.allowed.matches(branch) else {
      return []
    }
    return [ChangeViolation("the target branch \"\(branch)\" is not one of \(options.allowed.list)")]
  }
}
