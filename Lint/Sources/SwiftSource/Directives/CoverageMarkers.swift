// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSyntax

/// The lines that comments such as `// reviewbot:coverage-off:next -- needs a camera` exclude from the coverage.
public struct CoverageMarkers {
  /// A comment that excludes no code.
  package struct Unused {
    package let directive: Directive
    /// As a sentence without a full stop.
    package let reason: String
  }

  /// The lines that one comment excludes.
  public struct Span: Hashable, Sendable {
    /// For comments other than `coverage-off:next`, includes the comment's own lines.
    public let lines: ClosedRange<Int>
    /// The text after ` -- ` in the comment.
    public let reason: String?
    /// The first line of the comment.
    public let comment: Int
    /// The lines with code in order, possibly repeated; a comment can exclude none.
    public let code: ArraySlice<Int>
  }

  package private(set) var spans: [Span] = []
  package private(set) var unused: [Unused] = []

  package init(_ file: ParsedFile) {
    let directives = file.directives.filter(\.isAboutCoverage)
    guard !directives.isEmpty else { return }
    let code = CodeLines(file)
    var open: Directive?
    for directive in directives {
      switch directive.instruction {
      case .coverageOff(.onwards):
        if let open {
          unused.append(
            .init(directive: directive, reason: "coverage is already off here, since line \(open.lines.lowerBound)"))
        } else {
          open = directive
        }
      case .coverageOn:
        if let first = open {
          add(first, first.lines.lowerBound...directive.lines.upperBound, code)
        } else {
          unused.append(.init(directive: directive, reason: "coverage is already on here"))
        }
        open = nil
      case .coverageOff(.this): add(directive, directive.lines, code)
      case .coverageOff: add(directive, code.item(after: directive.lines.upperBound), code)
      case .disable, .enable, .enableLine, .malformed: break
      }
    }
    if let open { add(open, open.lines.lowerBound...max(open.lines.lowerBound, file.text.lines.count), code) }
  }

  private mutating func add(_ directive: Directive, _ lines: ClosedRange<Int>, _ code: CodeLines) {
    let found = code.within(lines)
    spans.append(Span(lines: lines, reason: directive.reason, comment: directive.lines.lowerBound, code: found))
    if found.isEmpty {
      unused.append(.init(directive: directive, reason: "there is no code here to exclude from the coverage"))
    }
  }
}

/// The lines with code, and the last lines of declarations and statements.
private struct CodeLines {
  /// The lines on which a token other than a closing bracket begins, in order.
  private let lines: [Int]
  /// The last line of the longest declaration or statement that begins on a line, by that line.
  private let ends: [Int: Int]

  init(_ file: ParsedFile) {
    lines = file.tokens.compactMap { token in
      switch token.tokenKind {
      case .rightBrace, .rightParen, .rightSquare, .endOfFile: nil
      default: file.line(of: token.positionAfterSkippingLeadingTrivia)
      }
    }
    var ends: [Int: Int] = [:]
    let items =
      file.nodes(CodeBlockItemSyntax.self).map(file.range) + file.nodes(MemberBlockItemSyntax.self).map(file.range)
    for range in items where !range.isEmpty {
      let first = file.text.lines.line(at: range.lowerBound)
      ends[first] = max(ends[first, default: first], file.text.lines.line(at: range.upperBound - 1))
    }
    self.ends = ends
  }

  func within(_ range: ClosedRange<Int>) -> ArraySlice<Int> {
    let first = lines.partitioningIndex { $0 >= range.lowerBound }
    return lines[first..<max(first, lines.partitioningIndex { $0 > range.upperBound })]
  }

  /// Returns the lines of the longest declaration or statement that begins on the next line, or that line alone.
  func item(after line: Int) -> ClosedRange<Int> {
    let first = line + 1
    return first...ends[first, default: first]
  }
}
