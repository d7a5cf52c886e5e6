// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import ContainedFiles
package import Findings
package import ReviewContract
import Rules
import SwiftSource

/// Finds the comments that exclude code of a change from the coverage, or code of the base that counted before.
package struct CoverageExclusions {
  private let workspace: Workspace
  private let excluded: [Glob]

  package init(_ workspace: Workspace, _ configuration: ReviewConfiguration) {
    self.workspace = workspace
    excluded = configuration.paths.exclude + configuration.paths.generated + configuration.coverage.excluded
  }

  package func find() -> [Suppression] {
    let checkout = ContainedDirectory(workspace.root)
    let changed = Set(workspace.changes.files.map(\.path))
    return workspace.changes.files.flatMap { file -> [Suppression] in
      guard file.hasText, !file.hunks.isEmpty, !excluded.contains(where: { $0.matches(file.path) }),
        file.linkedPath.map({ !changed.contains($0) }) ?? true,
        // A file that cannot be read is not measured either, which the rules report.
        let bytes = try? checkout.bytes(at: file.textPath, limit: RuleLinter.maximumBytes)
      else { return [] }
      return find(in: file, spans(of: file, bytes))
    }
  }

  private func spans(of file: ChangedFile, _ bytes: [UInt8]) -> [CoverageMarkers.Span] {
    let text = SourceText(path: file.path, bytes: bytes)
    return DeepStack.run { stack in SourceFile(text, on: stack).coverageOff } ?? []
  }

  private func find(in file: ChangedFile, _ spans: [CoverageMarkers.Span]) -> [Suppression] {
    guard !spans.isEmpty else { return [] }
    let (added, new) = (file.addedLines, file.newLines)
    let edited = added.subtracting(file.respacedLines)
    let known = linesOfBase(file)
    return spans.compactMap { span in
      let isMoved = file.movedLines.contains(span.comment) && span.code.allSatisfy(file.movedLines.contains)
      guard let first = span.code.first, !isMoved else { return nil }
      let isAdded = edited.contains(span.comment)
      // The comment can apply to more lines because another one was removed.
      let counted = known.flatMap { known in span.code.first { !added.contains($0) && !known.contains($0) } }
      if isAdded || counted != nil {
        return .coverage(
          path: file.path, line: isAdded ? first : counted ?? first, comment: span.comment, isCommentOfBase: false)
      }
      return span.code.first(where: new.contains).map { line in
        .coverage(path: file.path, line: line, comment: span.comment, isCommentOfBase: true)
      }
    }
  }

  /// The lines that comments of the base exclude, by their numbers in the head; `nil` if they are unknown.
  private func linesOfBase(_ file: ChangedFile) -> Set<Int>? {
    guard let bytes = workspace.oldFiles?.bytes(of: file) else { return nil }
    let mapping = LineMapping(file.hunks)
    return Set(spans(of: file, bytes).flatMap { $0.code.compactMap(mapping.newLine) })
  }
}
