// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A file under review: its text at once, its syntax tree on first use. Belongs to the one task that looks at the file.
package final class SourceFile {
  package let text: SourceText
  private let parseLimit: Duration
  private var parsed: Result<ParsedFile, ParseRefusal>?

  /// - Parameter parseLimit: how long parsing may take; zero for a file that must not be parsed.
  package init(_ text: SourceText, parseLimit: Duration = ParsedFile.defaultLimit) {
    self.text = text
    self.parseLimit = parseLimit
  }

  package convenience init(path: String, text: String) {
    self.init(SourceText(path: path, text: text))
  }

  /// Whether somebody asked for the tree.
  package var isParsed: Bool { parsed != nil }

  /// The tree; made on first use.
  package func parse() throws(ParseRefusal) -> ParsedFile {
    if let parsed { return try parsed.get() }
    let result: Result<ParsedFile, ParseRefusal>
    do {
      result = .success(try ParsedFile(text, within: parseLimit))
    } catch {
      result = .failure(error)
    }
    parsed = result
    return try result.get()
  }

  /// What comments tell us. Parses only when there may be such a comment; a file that cannot be parsed has none.
  package var directives: [Directive] {
    guard text.isSwift, text.contains("reviewbot:") else { return [] }
    do {
      return try parse().directives
    } catch {
      return []
    }
  }

  /// What comments such as `// reviewbot:coverage-off` leave out of the coverage. Parses only when there may be such a
  /// comment; a file that cannot be parsed has none.
  package var coverageOff: [CoverageMarkers.Span] {
    guard text.isSwift, text.contains("reviewbot:coverage-off") else { return [] }
    do {
      return CoverageMarkers(try parse()).spans
    } catch {
      return []
    }
  }
}
