// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct SuperfluousDisableCommandRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "superfluous_disable_command", summary: "Remove a comment that disables a rule without findings there.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "// swiftlint:disable:next ↓force_try\nlet a = try b()",
      "let a = 1 // reviewbot:disable:this ↓force_cast -- the type is known",
      "// swiftlint:disable ↓force_try force_cast\nlet a = b as! C\n",
    ],
    nonTriggering: [
      "// swiftlint:disable:next force_try\nlet a = try! b()",
      "// swiftlint:disable:this unknown_rule\nlet a = 1",
    ])

  /// Empty: the linter reports unused comments after all other rules.
  func violations(in file: ParsedFile) -> [Violation] { [] }
}

struct InvalidSwiftlintCommandRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "invalid_swiftlint_command", summary: "Correct a SwiftLint comment that SwiftLint cannot parse.",
    kind: .lint,
    swiftLint: .on,
    triggering: ["// ↓swiftlint:disabled force_try\n", "// ↓swiftlint:disable\n", "let a = 1 // ↓swiftlint:\n"],
    nonTriggering: ["// swiftlint:disable force_try\n", "/* swiftlint:enable:next all */\n", "// See swiftlint.\n"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.directives.compactMap { directive in
      guard directive.dialect == .swiftLint, case .malformed(let reason) = directive.instruction else { return nil }
      return Violation(directive.range, reason)
    }
  }
}

struct BlanketDisableCommandRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whole identifiers of rules that may be disabled for the rest of a file.")
    var allowedRules = ["file_header", "file_length", "file_name", "file_name_no_space", "single_test_class"]
    @RuleOption("Whole identifiers of rules that may only be disabled for a whole file, and not be enabled again.")
    var alwaysBlanketDisable: [String] = []
  }

  static let description = RuleDescription(
    id: "blanket_disable_command", summary: "Disable a rule for a line or a range, not for the rest of the file.",
    kind: .lint,
    isOptIn: true, swiftLint: .on,
    triggering: [
      "// swiftlint:disable ↓force_try\nlet a = try! b()\n", "// swiftlint:enable ↓force_cast\n",
      Example("// swiftlint:disable:next ↓a_rule\n", options: ["always_blanket_disable": ["a_rule"]]),
      Example(
        "// swiftlint:disable a_rule\n// swiftlint:enable ↓a_rule\n", options: ["always_blanket_disable": ["a_rule"]]),
      Example("// swiftlint:disable ↓a_rule\n", options: ["allowed_rules": ["a"]]),
    ],
    nonTriggering: [
      "// swiftlint:disable force_try\nlet a = try! b()\n// swiftlint:enable force_try\n",
      "// swiftlint:disable:next force_try\nlet a = try! b()\n", "// swiftlint:disable file_length\n",
      Example("// swiftlint:disable a_rule\n", options: ["allowed_rules": ["a_rule"]]),
      Example("// swiftlint:disable a_rule\n", options: ["always_blanket_disable": ["a_rule"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var open: [String: Directive.Word] = [:]
    var result: [Violation] = []
    for directive in file.directives where directive.dialect == .swiftLint {
      switch directive.instruction {
      case .disable(.onwards, let rules):
        for rule in rules {
          if open[rule.text] != nil {
            result.append(Violation(rule.range, "\(rule.text.prefix(80)) is already disabled"))
          }
          open[rule.text] = rule
        }
      case .disable(_, let rules):
        for rule in rules where options.alwaysBlanketDisable.contains(rule.text) {
          result.append(Violation(rule.range, "disable \(rule.text.prefix(80)) for the whole file"))
        }
      case .enable(let rules):
        for rule in rules {
          let isOpen = open.removeValue(forKey: rule.text) != nil
          if options.alwaysBlanketDisable.contains(rule.text) {
            result.append(Violation(rule.range, "\(rule.text.prefix(80)) stays disabled for the whole file"))
          } else if !isOpen {
            result.append(Violation(rule.range, "\(rule.text.prefix(80)) was not disabled"))
          }
        }
      default: break
      }
    }
    for (name, rule) in open where !options.allowedRules.contains(name) {
      guard !options.alwaysBlanketDisable.contains(name) else { continue }
      result.append(Violation(rule.range, "\(name.prefix(80)) is never enabled again; disable it for a line"))
    }
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
