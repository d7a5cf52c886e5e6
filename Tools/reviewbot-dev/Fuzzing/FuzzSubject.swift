// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Coverage
import Findings
import Foundation
import SwiftBuild
import SystemPackage

/// A reader that is run on mutated inputs.
protocol FuzzSubject: AnyObject {
  /// Valid inputs, and nearly valid ones.
  var corpus: [[UInt8]] { get }
  /// Words that have a meaning for the reader, besides the common ones of ``Mutator``.
  var dictionary: [String] { get }

  /// Reads an input.
  func look(at bytes: [UInt8]) async throws -> FuzzLook
}

extension FuzzSubject {
  var dictionary: [String] { [] }
}

/// The result of reading an input.
struct FuzzLook: Equatable {
  /// The defect that the input revealed, if any.
  var problem: String?
  /// Equal for inputs with equal results.
  var kind: String
  /// Whether the input was read without an error.
  var isAccepted: Bool

  static func accepted(_ kind: String, problem: String? = nil) -> FuzzLook {
    FuzzLook(problem: problem, kind: kind, isAccepted: true)
  }

  /// Creates the result of an error. An error's message must be short and not empty. Numbers in it make no difference
  /// to the kind.
  ///
  /// - Parameter lines: the maximum number of its lines.
  static func refused(_ message: String, lines: Int = 1) -> FuzzLook {
    let isClear =
      !message.isEmpty && message.utf8.count < 2000 * lines
      && message.utf8.count { $0 == UInt8(ascii: "\n") } < lines
    let kind = message.split(separator: "'").first.map { $0.filter { !$0.isNumber } } ?? ""
    return FuzzLook(
      problem: isClear ? nil : "the error is not clear: \(message.prefix(200))", kind: kind, isAccepted: false)
  }
}

/// The fuzzed formats: all data that untrusted users, or code under review, may have written.
enum FuzzFormat: String, CaseIterable, ExpressibleByArgument {
  /// Coverage reports.
  case json, lcov
  /// The repository's configuration and the operator's.
  case yaml, operatorYAML = "operator-yaml"
  /// Trees and files of a pull request, up to its changes and its checkout.
  case git
  /// Trees with sources that a compiler reads and a review could miss.
  case unchecked
  /// Results of the compiler and the tests.
  case dia, xunit, events
  /// Input from the network.
  case webhooks, commands, answers
  /// Results of the worker, which runs code, for the host, which has the token.
  case report, coverage
  /// Inputs of the linter from a repository: Swift files, SwiftLint's configuration, regular expressions in it and in
  /// `lint.custom`, patterns, and configurations that extend each other.
  case rules, swiftlint, regex, teamRegex = "team-regex", patterns, extends
  /// Reports of other linters, which print parts of the code under review.
  case sarif, checkstyle, violations, annotations, lines

  /// - Parameter folder: an existing empty folder.
  func subject(in folder: FilePath) throws -> any FuzzSubject {
    switch self {
    case .json, .lcov:
      return try CoverageSubject(self, reader: CoverageAssembly(environment: [:]).reportReader, folder: folder)
    case .yaml: return try ConfigurationSubject(.repository)
    case .operatorYAML: return try ConfigurationSubject(.server)
    case .git: return try GitSubject(in: folder)
    case .unchecked: return try UncheckedSubject(in: folder)
    case .dia: return ResultSubject(.diagnostics)
    case .xunit: return ResultSubject(.xunit)
    case .events: return ResultSubject(.events)
    case .webhooks: return WebhookSubject()
    case .commands: return CommandSubject()
    case .answers: return ResponseSubject()
    case .report: return try ReportSubject()
    case .coverage: return try SnapshotSubject()
    case .rules: return try RulesSubject()
    case .swiftlint: return try ConfigurationSubject(.swiftLint)
    case .regex: return CustomRuleSubject(.swiftLint)
    case .teamRegex: return CustomRuleSubject(.regex)
    case .patterns: return CustomRuleSubject(.pattern)
    case .extends: return try ConfigurationSubject(.extends)
    case .sarif: return LinterReportSubject(.sarif)
    case .checkstyle: return LinterReportSubject(.checkstyle)
    case .violations: return LinterReportSubject(.swiftLintJSON)
    case .annotations: return LinterReportSubject(.github)
    case .lines: return LinterReportSubject(.lines)
    }
  }
}
