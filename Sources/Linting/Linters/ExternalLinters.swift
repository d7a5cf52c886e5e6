// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ConfigurationFiles
package import Findings
package import Isolation
package import ReviewContract
import Rules
package import SystemPackage

/// The sandbox, the environment and the folders of other linters.
package struct LinterPlace: Sendable {
  package let sandbox: any Sandbox
  /// This process's environment, of which linters get the allowed variables.
  package let environment: [String: String]
  /// A folder outside of the checkout for the homes and the output of linters.
  package let folder: FilePath
  /// The texts of the configurations of linters, by path, which replace those of the checkout for the linters that
  /// reviewbot knows; `nil` for those of the checkout.
  package let configurations: [String: String]?
  /// Whether linters get the processor time that nothing else needs, because a build runs at the same time.
  package let yields: Bool

  package init(
    sandbox: any Sandbox, environment: [String: String], folder: FilePath, configurations: [String: String]? = nil,
    yields: Bool = false
  ) {
    self.yields = yields
    self.sandbox = sandbox
    self.environment = environment
    self.folder = folder
    self.configurations = configurations
  }
}

/// Runs other linters on the files of a change, one after the other.
///
/// A linter that is missing, fails, takes too long or writes no valid report is reported as a note with its name.
package struct ExternalLinters: SelectiveLinter {
  /// The limit of findings of one linter.
  private static let limitInReport = 500

  private let linters: [ExternalLinter]
  private let place: LinterPlace
  private let included: [Glob]
  private let excluded: [Glob]
  private let limitPerRule: Int
  private let limit: Int
  private let progress: ProgressHandler
  /// The number of the next folder.
  private let number = Locked(0)

  /// - Parameters:
  ///   - configuration: the configuration with the linters to run, whose `paths` and `lint` select the files.
  ///   - limitPerRule: the number of findings of one rule that are kept; `nil` for the limits of a report.
  ///   - progress: receives the linters' output besides their reports.
  package init(
    _ configuration: ReviewConfiguration, in place: LinterPlace, limitPerRule: Int? = nil,
    progress: @escaping ProgressHandler = { _ in }
  ) {
    linters = configuration.lint.linters.filter(\.isOn)
    self.place = place
    included = configuration.lint.included
    excluded = configuration.paths.exclude + configuration.paths.generated + configuration.lint.excluded
    self.limitPerRule = limitPerRule ?? RuleSettings.defaultLimitPerRule
    limit = limitPerRule == nil ? Self.limitInReport : .max
    self.progress = progress
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    var found: [LocatedFinding] = []
    var notes: [Note] = []
    var unchecked: [UncheckedFile] = []
    var suppressed: [SuppressedFinding] = []
    for linter in linters where !Task.isCancelled {
      let selected = change.selecting { isSelected($0, for: linter) }
      guard !selected.changes.files.isEmpty else { continue }
      let number = number.withLock { number in
        number += 1
        return number
      }
      let run = LinterRun(linter: linter, place: place, folder: place.folder.appending("\(number)"), progress: progress)
      do throws(LinterRun.Failure) {
        let output = try await run.perform(selected)
        let made = ExternalFindings(
          linter: linter.name, severity: linter.severity, maximumSeverity: linter.maximumSeverity,
          limitPerRule: limitPerRule, limit: limit, roots: output.roots, workingFolder: output.workingFolder
        ).make(output.report, in: selected)
        found += made.found
        notes += output.notes + made.notes
        suppressed += made.suppressed
        unchecked += output.skipped.map {
          UncheckedFile(path: $0, reason: "the linter \(linter.name) was not applied, because it cannot be read")
        }
      } catch {
        notes.append(Note("the linter \(linter.name) \(error)", unfinished: linter.unfinished))
      }
    }
    return ReviewedFindings(
      found: found.sorted(by: LocatedFinding.isInOrder), notes: notes, unchecked: unchecked, suppressed: suppressed)
  }

  /// Returns whether a linter is run on a file.
  package func checks(_ file: ChangedFile) -> Bool { linters.contains { isSelected(file, for: $0) } }

  package func applies(_ rule: String, to file: ChangedFile) -> Bool {
    linters.contains { rule.hasPrefix("\($0.name)/") && isSelected(file, for: $0) }
  }

  private func isSelected(_ file: ChangedFile, for linter: ExternalLinter) -> Bool {
    file.hasText && linter.includes(file.path)
      && (included.isEmpty || included.contains { $0.matches(file.path) })
      && !excluded.contains { $0.matches(file.path) }
  }
}

extension ExternalLinter {
  /// The check that is not finished if the linter does not report on some files.
  var unfinished: [Note.UnfinishedCheck] {
    [Note.UnfinishedCheck(name, min(severity ?? .error, maximumSeverity ?? .error))]
  }

  fileprivate func includes(_ path: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(path) }) && !excluded.contains { $0.matches(path) }
  }
}
