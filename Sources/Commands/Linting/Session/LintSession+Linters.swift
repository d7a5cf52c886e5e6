// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Git
import Linting
import ReviewContract
import Rules

/// Opens the places in which a local run executes other linters.
struct LinterDirectories: Sendable {
  struct Opened: Sendable {
    let place: LinterPlace
    /// Removes the files of the place.
    let close: @Sendable () -> Void
  }

  /// The reason why there is no place, and a remedy, as the end of a sentence.
  struct Obstacle: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Receives whether linters may run without a sandbox.
  let open: @Sendable (_ isAllowed: Bool) async throws(Obstacle) -> Opened
}

extension LintSession {
  /// Adds the findings of other linters.
  func runOtherLinters(for selected: inout SelectedFindings, _ request: LintRequest) async throws {
    let linters = selected.configuration.lint.linters.filter(\.isOn)
    guard !linters.isEmpty else { return }
    guard !selected.changes.files.isEmpty, let linterDirectories else { return }
    let names = linters.map(\.name).joined(separator: ", ")
    // Where they cannot run, they are left to the review.
    let unfinished = linters.map { Note.UnfinishedCheck($0.name, .note) }
    if case .text = request.subject {
      selected.notes.append(
        Note("other linters were not run, because they need files: \(names)", unfinished: unfinished))
      return
    }
    let opened: LinterDirectories.Opened
    do throws(LinterDirectories.Obstacle) {
      opened = try await linterDirectories.open(request.allowsLinters)
    } catch {
      selected.notes.append(Note("other linters were not run (\(names)): \(error)", unfinished: unfinished))
      return
    }
    defer { opened.close() }
    let local = selected.subject.change
    let texts = allTexts(of: selected)
    let linter = ExternalLinters(selected.configuration, in: opened.place, limitPerRule: .max)
    let reviewed = await linter.findings(
      in: ReviewedChange(root: local.root, changes: selected.changes, isEverythingInChange: true, texts: texts))
    selected.notes.merge(reviewed.notes)
    selected.unchecked += reviewed.unchecked
    selected.otherLinters = linter
    var found = reviewed.found
    if !selected.subject.isEverythingInChange {
      let changed = ChangedFindings(linter: linter, scope: selected.selection.scope, git: git)
      found = try await changed.mark(found, local, selected.changes, &selected.notes)
    }
    selected.found = (selected.found + found).sorted(by: LintResult.Found.isInOrder)
  }

  /// The texts of all files if some are not those of the working tree; otherwise `nil`.
  private func allTexts(of selected: SelectedFindings) -> [String: [UInt8]]? {
    guard var texts = selected.subject.texts else { return nil }
    // Corrections have the texts of corrected files only.
    guard selected.subject.change.newBlobs == nil else { return texts }
    let checkout = ContainedDirectory(selected.subject.change.root)
    for file in selected.changes.files where file.hasText && texts[file.path] == nil {
      // The rules add a note about a file that cannot be read.
      texts[file.path] = try? checkout.bytes(at: file.textPath, limit: RuleLinter.maximumBytes)
    }
    return texts
  }
}
