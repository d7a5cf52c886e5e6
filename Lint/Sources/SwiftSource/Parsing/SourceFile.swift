// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A file under review, whose syntax tree is made on first use. Belongs to the single task that checks the file.
public final class SourceFile {
  public let text: SourceText
  private let parseLimit: Duration
  private let trees: ParsedTrees?
  private let stack: DeepStack?
  private var parsed: Result<ParsedFile, ParseRefusal>?

  /// - Parameters:
  ///   - parseLimit: the limit of processor time for parsing; zero for a file that must not be parsed.
  ///   - trees: a cache of trees, which is used and filled.
  ///   - stack: the thread that the file is checked on, which can walk deep trees.
  public init(
    _ text: SourceText, parseLimit: Duration = ParsedFile.defaultLimit, trees: ParsedTrees? = nil,
    on stack: DeepStack? = nil
  ) {
    self.stack = stack
    self.text = text
    self.parseLimit = parseLimit
    self.trees = trees
  }

  /// Creates a file that cannot be parsed.
  package init(_ text: SourceText, refused refusal: ParseRefusal) {
    self.text = text
    (parseLimit, trees, stack) = (.zero, nil, nil)
    parsed = .failure(refusal)
  }

  public convenience init(path: String, text: String) {
    self.init(SourceText(path: path, text: text))
  }

  /// Whether the tree was requested.
  package var isParsed: Bool { parsed != nil }

  /// Returns the parsed file, which is made on first use.
  public func parse() throws(ParseRefusal) -> ParsedFile {
    if let parsed { return try parsed.get() }
    let result = Result { () throws(ParseRefusal) in
      try ParsedFile(text, within: parseLimit, trees: trees, on: stack)
    }
    parsed = result
    return try result.get()
  }

  /// The directives in comments. Parses only if there may be such a comment; a file that cannot be parsed has none.
  package var directives: [Directive] {
    guard text.isSwift, text.mayHaveDirectives, let file = try? parse() else { return [] }
    return file.directives
  }

  /// The lines that comments such as `// reviewbot:coverage-off` exclude from the coverage. Parses only if there may be
  /// such a comment; a file that cannot be parsed has none.
  public var coverageOff: [CoverageMarkers.Span] {
    guard text.isSwift, text.contains("reviewbot:coverage-off"), let file = try? parse() else { return [] }
    return CoverageMarkers(file).spans
  }
}

/// The reason why a file has no syntax tree.
public enum ParseRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case notSwift
  case tooLarge(limit: Int)
  /// Nested so deeply that walking the tree could exhaust the stack.
  case tooDeep
  case tooSlow(limit: Duration)
  case tooManyErrors(limit: Int)
  /// Parsing other files took too long.
  case noTimeLeft

  public var description: String {
    switch self {
    case .notSwift: "it is not a Swift file"
    case .tooLarge(let limit): "it has more than \(limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes")"
    case .tooDeep: "its syntax is nested too deeply"
    case .tooSlow(let limit): "parsing it takes longer than \(limit)"
    case .tooManyErrors(let limit): "it has more than \(limit) syntax errors"
    case .noTimeLeft: "parsing other files took too long"
    }
  }
}
