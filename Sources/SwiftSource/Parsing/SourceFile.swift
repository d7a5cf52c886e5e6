// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A file under review: its text at once, its syntax tree on first use. Belongs to the one task that looks at the file.
package final class SourceFile {
  package let text: SourceText
  private let parseLimit: Duration
  private let trees: ParsedTrees?
  private var parsed: Result<ParsedFile, ParseRefusal>?

  /// - Parameters:
  ///   - parseLimit: how long parsing may take; zero for a file that must not be parsed.
  ///   - trees: where its tree may be already, and is put otherwise.
  package init(_ text: SourceText, parseLimit: Duration = ParsedFile.defaultLimit, trees: ParsedTrees? = nil) {
    self.text = text
    self.parseLimit = parseLimit
    self.trees = trees
  }

  package convenience init(path: String, text: String) {
    self.init(SourceText(path: path, text: text))
  }

  /// Whether the tree was requested.
  package var isParsed: Bool { parsed != nil }

  /// The tree; made on first use.
  package func parse() throws(ParseRefusal) -> ParsedFile {
    if let parsed { return try parsed.get() }
    let result: Result<ParsedFile, ParseRefusal>
    do {
      result = .success(try ParsedFile(text, within: parseLimit, trees: trees))
    } catch {
      result = .failure(error)
    }
    parsed = result
    return try result.get()
  }

  /// What comments tell us. Parses only when there may be such a comment; a file that cannot be parsed has none.
  package var directives: [Directive] {
    guard text.isSwift, text.mayHaveDirectives else { return [] }
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
