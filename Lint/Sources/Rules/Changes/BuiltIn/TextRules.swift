// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

/// The required form of titles and of the first lines of commit messages.
struct MessageForm: Sendable {
  static let conventional = "conventional"

  let style: String
  let types: [String]
  let pattern: OptionalRegex
  let maximumLength: Int

  /// Returns the problem of a text as a predicate; `nil` if it has the form.
  ///
  /// - Throws: the reason why the search for the pattern was stopped.
  func problem(of text: String) throws(RegexStop) -> String? {
    if maximumLength > 0, text.count > maximumLength {
      return "has \(text.count) characters; the maximum is \(maximumLength)"
    }
    if style == Self.conventional, !hasConventionalForm(text) {
      return "is not of the form \"type(scope): description\" with one of the types \(types.joined(separator: ", "))"
    }
    return try pattern.matches(text) == false ? "does not match the pattern" : nil
  }

  /// Whether the text conforms to the specification of Conventional Commits 1.0.0, points 1 to 5 and 13.
  private func hasConventionalForm(_ text: String) -> Bool {
    guard let colon = text.range(of: ": "), !text[colon.upperBound...].allSatisfy(\.isWhitespace) else { return false }
    var head = text[..<colon.lowerBound]
    if head.last == "!" { head.removeLast() }
    if head.last == ")" {
      guard let open = head.firstIndex(of: "("),
        head[head.index(after: open)...].dropLast().contains(where: { $0 != " " })
      else { return false }
      head = head[..<open]
    }
    return types.contains { $0.lowercased() == head.lowercased() }
  }

  static let types = ["feat", "fix", "docs", "style", "refactor", "perf", "test", "build", "ci", "chore", "revert"]
}

struct TitleRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The form of the title; `conventional` requires Conventional Commits.",
      choices: ["any", MessageForm.conventional])
    var style = "any"
    @RuleOption("The types of the style `conventional`.") var types = MessageForm.types
    @RuleOption("A regular expression (ICU's syntax) that the title has to match.", format: .regex) var pattern:
      OptionalRegex = ""
    @RuleOption("The maximum number of characters; 0 for any.", allowed: 0...1_000) var maximumLength = 0
  }

  static let description = ChangeRuleDescription(
    id: "title", summary: "Use the same form for all titles, so that they can be read as a list of changes.",
    needs: [.title],
    example: "{style: conventional}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let form = MessageForm(
      style: options.style, types: options.types, pattern: options.pattern, maximumLength: options.maximumLength)
    do throws(RegexStop) {
      return try form.problem(of: change.title ?? "").map { [ChangeViolation("the title \($0)")] } ?? []
    } catch {
      return [ChangeViolation(error)]
    }
  }
}

struct DescriptionRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The minimum number of characters, without comments of the template and white space.", allowed: 0...10_000)
    var minimumLength = 1
    @RuleOption("Headings of the template whose sections must not be empty.") var sections: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "description", summary: "State in the description why the change is made.", needs: [.body], isRecommended: true,
    example: "{minimum_length: 20, sections: [Motivation, Testing]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let body = Self.withoutComments(change.body ?? "")
    let length = body.count { !$0.isWhitespace }
    guard length >= options.minimumLength else {
      return [
        ChangeViolation(
          length == 0
            ? "the description is empty"
            : "the description has \(counted(length, "character")); the minimum is \(options.minimumLength)")
      ]
    }
    let contents = Self.sections(of: body)
    return options.sections.compactMap { name in
      guard let content = contents[name.lowercased()] else {
        return ChangeViolation("the description has no section \"\(name)\"")
      }
      return content.allSatisfy(\.isWhitespace)
        ? ChangeViolation("the section \"\(name)\" of the description is empty") : nil
    }
  }

  /// Removes HTML comments, which templates use for instructions.
  private static func withoutComments(_ text: String) -> String {
    var rest = text[...]
    var result = ""
    while let open = rest.range(of: "<!--") {
      result += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].range(of: "-->") else { return result }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  /// The text below each heading (`# Name`), by its name in lower case. The text of a subsection belongs to its section
  /// too, so that a section with subsections is not empty.
  private static func sections(of text: String) -> [String: String] {
    var result: [String: String] = [:]
    var open: [(level: Int, name: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let level = line.prefix { $0 == "#" }.count
      if (1...6).contains(level), line.dropFirst(level).first == " " {
        let name = line.dropFirst(level).trimmingCharacters(in: .whitespaces.union(["#"])).lowercased()
        open.removeAll { $0.level >= level }
        open.append((level, name))
        result[name] = result[name] ?? ""
      } else {
        for (_, name) in open { result[name, default: ""] += line + "\n" }
      }
    }
    return result
  }
}

struct LinkedIssueRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("A regular expression (ICU's syntax) for a reference to an issue.", format: .regex)
    var pattern: OptionalRegex =
      #"(^|[\s(\[])(#|!|[A-Z][A-Z0-9]+-|GH-|[\w.-]+/[\w.-]+#)\d+|https?://\S+/(issues|work_items)/\d+"#
  }

  static let description = ChangeRuleDescription(
    id: "linked_issue", summary: "Refer to the issue that the change is for.", needs: [.title, .body],
    example: "{pattern: 'PROJ-\\d+'}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    do throws(RegexStop) {
      for text in [change.title, change.body] where try options.pattern.matches(text ?? "") != false { return [] }
      return [ChangeViolation("neither the title nor the description refers to an issue")]
    } catch {
      return [ChangeViolation(error)]
    }
  }
}
