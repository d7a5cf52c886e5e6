// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Whether the counts of a report can be those of the version of a file that is at hand.
///
/// Reports do not name the commit that they were created from. Counts of another version are at places where the
/// compiler counts nothing.
enum ReportVersion {
  case same
  /// Some of the counts are at other places.
  case doubtful
  case other

  init(_ source: CountSource, of file: ParsedFile) {
    // A report can count the end of the file as a line.
    guard source.lastLine <= file.text.lines.count + 1 else {
      self = .other
      return
    }
    let counted = source.linesWithCounts
    guard !counted.isEmpty else {
      self = .same
      return
    }
    let lines = Self.codeLines(in: file)
    let misplaced = counted.count { !lines.contains($0) }
    // A few misplaced lines can be the mistakes of another program that wrote the report.
    self = misplaced == 0 ? .same : misplaced >= 2 && misplaced * 4 >= counted.count ? .other : .doubtful
  }

  /// The lines of declarations with code, and of statements.
  private static func codeLines(in file: ParsedFile) -> LineSet {
    let variables = file.nodes(VariableDeclSyntax.self).filter { variable in
      variable.bindings.contains { $0.initializer != nil || $0.accessorBlock != nil }
    }
    let nodes = Syntax.list(
      file.nodes(FunctionDeclSyntax.self), file.nodes(InitializerDeclSyntax.self),
      file.nodes(DeinitializerDeclSyntax.self), file.nodes(SubscriptDeclSyntax.self), variables,
      FileNature.codeNodes(in: file), file.nodes(MacroExpansionDeclSyntax.self), file.nodes(EnumCaseDeclSyntax.self))
    return LineSet(
      ranges: nodes.map { node in
        let range = file.range(of: node)
        return file.text.lines.line(
          at: range.lowerBound)...file.text.lines.line(at: max(range.lowerBound, range.upperBound - 1))
      })
  }
}
