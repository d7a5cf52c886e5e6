// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

struct CommitsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The form of the first line; `conventional` requires Conventional Commits.",
      choices: ["any", MessageForm.conventional])
    var style = "any"
    @RuleOption("The types of the style `conventional`.") var types = MessageForm.types
    @RuleOption("A regular expression (ICU's syntax) that the first line has to match.", format: .regex)
    var pattern: OptionalRegex = ""
    @RuleOption("The maximum number of characters of the first line; 0 for any.", allowed: 0...1_000)
    var maximumLength = 0
    @RuleOption("Whether fixup commits for git's `rebase --autosquash` are allowed.") var fixups = false
    @RuleOption("Whether merge commits are allowed.") var merges = true
    @RuleOption("Whether each commit needs a line `Signed-off-by:` with the address of its author.")
    var signedOff = false
  }

  static let description = ChangeRuleDescription(
    id: "commits", summary: "Keep the history readable: squash fix-up commits and rebase instead of merging.",
    needs: [.commits], isRecommended: true, example: "{style: conventional, merges: false, signed_off: true}")

  private static let fixupMarks = ["fixup! ", "squash! ", "amend! "]
  /// The number of problems that are listed.
  private static let maximumCount = 20

  let options: Options

  private var form: MessageForm {
    MessageForm(
      style: options.style, types: options.types, pattern: options.pattern, maximumLength: options.maximumLength)
  }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    // The oldest commit first.
    let problems = (change.commits?.commits ?? []).reversed().flatMap { commit in
      do throws(RegexStop) {
        return try self.problems(of: commit).map { ChangeViolation("commit \(commit.id.short) \($0)") }
      } catch {
        return [ChangeViolation(error)]
      }
    }
    let remaining = problems.count - Self.maximumCount
    guard remaining > 0 else { return problems }
    return problems.prefix(Self.maximumCount) + [ChangeViolation("commits have \(counted(remaining, "more problem"))")]
  }

  private func problems(of commit: ProposedCommit) throws(RegexStop) -> [String] {
    let subject = commit.subject
    if commit.isMerge { return options.merges ? [] : ["is a merge; rebase the branch instead"] }
    if Self.fixupMarks.contains(where: subject.hasPrefix) {
      return options.fixups ? [] : ["is a fixup; squash it with git rebase --autosquash"]
    }
    var found = try form.problem(of: subject).map { ["has a first line that \($0)"] } ?? []
    if subject.allSatisfy(\.isWhitespace) { found = ["has no message"] }
    if options.signedOff, !isSignedOff(commit) {
      found.append("has no line Signed-off-by with its author's address; use git commit --signoff")
    }
    return found
  }

  private func isSignedOff(_ commit: ProposedCommit) -> Bool {
    commit.message.split(whereSeparator: \.isNewline).contains { line in
      line.lowercased().hasPrefix("signed-off-by:")
        && line.lowercased().contains("<\(commit.authorEmail.lowercased())>")
    }
  }
}
