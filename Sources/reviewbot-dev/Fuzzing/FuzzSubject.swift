// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Coverage
import Foundation
import ReviewContract
import SwiftBuild
import SystemPackage

/// A reader that is given mutated inputs.
protocol FuzzSubject: AnyObject {
  /// Inputs that are right, or nearly so.
  var corpus: [[UInt8]] { get }
  /// What means something to the reader, besides what ``Mutator`` knows.
  var words: [String] { get }

  /// Has an input read.
  func look(at bytes: [UInt8]) async throws -> FuzzLook
}

extension FuzzSubject {
  var words: [String] { [] }
}

/// The result of reading an input.
struct FuzzLook: Equatable {
  /// The defect that the input found, if any.
  var problem: String?
  /// Equal for inputs with equal results.
  var kind: String
  /// Whether the input was read without an error.
  var isAccepted: Bool

  static func accepted(_ kind: String, problem: String? = nil) -> FuzzLook {
    FuzzLook(problem: problem, kind: kind, isAccepted: true)
  }

  /// An error is for people: it is short, and says something. Numbers in it make no other kind.
  ///
  /// - Parameter lines: how many it may have.
  static func refused(_ message: String, lines: Int = 1) -> FuzzLook {
    let isClear =
      !message.isEmpty && message.utf8.count < 2000 * lines
      && message.utf8.count { $0 == UInt8(ascii: "\n") } < lines
    let kind = message.split(separator: "'").first.map { $0.filter { !$0.isNumber } } ?? ""
    return FuzzLook(
      problem: isClear ? nil : "the error is not clear: \(message.prefix(200))", kind: kind, isAccepted: false)
  }
}

/// What is fuzzed: every reader of data that a stranger, or code under review, may have written.
enum FuzzFormat: String, CaseIterable, ExpressibleByArgument {
  /// Reports of coverage.
  case json, lcov
  /// The repository's configuration, and the operator's.
  case yaml, operatorYAML = "operator-yaml"
  /// Trees and files of a pull request, up to its changes and its checkout.
  case git
  /// What the compiler and the tests leave.
  case dia, xunit, events
  /// Input from the network.
  case webhooks, commands, answers
  /// What the half that runs code leaves for the half with the token.
  case report, coverage
  /// What the linter reads of a repository: Swift files, SwiftLint's configuration, regular expressions in it and in
  /// `lint.custom`, patterns, and configurations that extend each other.
  case rules, swiftlint, regex, teamRegex = "team-regex", patterns, extends
  /// Reports of other linters, which print parts of the code under review.
  case sarif, checkstyle, violations, annotations, lines

  /// - Parameter folder: is there, and empty.
  func subject(in folder: FilePath) throws -> any FuzzSubject {
    switch self {
    case .json, .lcov:
      return try CoverageSubject(self, reader: CoverageAssembly(environment: [:]).reportReader, folder: folder)
    case .yaml, .operatorYAML: return try ConfigurationSubject(ofOperator: self == .operatorYAML)
    case .git: return try GitSubject(in: folder)
    case .dia: return ResultSubject(.diagnostics)
    case .xunit: return ResultSubject(.xunit)
    case .events: return ResultSubject(.events)
    case .webhooks: return WebhookSubject()
    case .commands: return CommandSubject()
    case .answers: return ResponseSubject()
    case .report: return try ReportSubject()
    case .coverage: return try SnapshotSubject()
    case .rules: return try RulesSubject()
    case .swiftlint: return SwiftLintSubject()
    case .regex: return RegexSubject()
    case .teamRegex: return TeamRegexSubject()
    case .patterns: return PatternSubject()
    case .extends: return ExtendsSubject()
    case .sarif: return LinterReportSubject(.sarif)
    case .checkstyle: return LinterReportSubject(.checkstyle)
    case .violations: return LinterReportSubject(.swiftLintJSON)
    case .annotations: return LinterReportSubject(.github)
    case .lines: return LinterReportSubject(.lines)
    }
  }
}
