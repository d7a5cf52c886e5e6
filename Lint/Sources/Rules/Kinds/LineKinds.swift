// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource

/// What the tokens of each line are, without brackets and operators, which have no kind. Lines are 1-based.
struct LineKinds {
  private var code: Set<Int> = []
  private var comments: Set<Int> = []
  private var interpolations: Set<Int> = []

  init(_ file: ParsedFile) {
    for entry in TokenKinds(file).entries {
      let first = file.line(at: entry.range.lowerBound)
      let lines = first...max(first, file.line(at: entry.range.upperBound - 1))
      switch entry.kind {
      case _ where CommentKinds.all.contains(entry.kind): comments.formUnion(lines)
      case MacroKind.directive: break
      default: code.formUnion(lines)
      }
      if entry.kind == "string_interpolation_anchor" { interpolations.formUnion(lines) }
    }
  }

  /// The number of lines with a word or literal.
  var codeCount: Int { code.count }

  /// Whether a line has a comment, or a part of one, and no word or literal.
  func hasOnlyComments(_ line: Int) -> Bool { comments.contains(line) && !code.contains(line) }

  /// Whether an interpolation begins or ends on a line.
  func hasInterpolation(_ line: Int) -> Bool { interpolations.contains(line) }
}
