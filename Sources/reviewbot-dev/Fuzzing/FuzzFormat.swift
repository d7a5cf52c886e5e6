// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import AssemblyKit
import Coverage
import Foundation
import ReviewContract
import SwiftBuild
import SystemPackage

/// What is given mutated inputs: all that reads what a stranger, or code under review, may have written.
enum FuzzFormat: String, CaseIterable, ExpressibleByArgument {
  /// Reports of coverage.
  case json, lcov
  /// The repository's configuration, and the operator's.
  case yaml, operatorYAML = "operator-yaml"
  /// Trees and files of a pull request, up to its changes and its checkout.
  case git
  /// What the compiler and the tests leave.
  case dia, xunit, events
  /// What comes over the network.
  case webhooks, commands, answers
  /// What the half that runs code leaves for the half with the token.
  case report, coverage

  /// - Parameter folder: is there, and empty.
  func subject(in folder: FilePath) throws -> any FuzzSubject {
    switch self {
    case .json, .lcov:
      var resolver = Registry([CoverageAnalysisAssembly(environment: [:])]).resolver()
      return try CoverageSubject(self, reader: try resolver(.coverageReportReader), folder: folder)
    case .yaml, .operatorYAML: return try ConfigurationSubject(ofOperator: self == .operatorYAML)
    case .git: return try GitSubject(in: folder)
    case .dia: return ResultSubject(.diagnostics)
    case .xunit: return ResultSubject(.xunit)
    case .events: return ResultSubject(.events)
    case .webhooks: return WebhookSubject()
    case .commands: return CommandSubject()
    case .answers: return try AnswerSubject()
    case .report: return try ReportSubject()
    case .coverage: return try SnapshotSubject()
    }
  }
}
