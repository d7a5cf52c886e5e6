// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An error, a warning or a note about the change, from any tool.
public struct Finding: Hashable, Sendable {
  /// The rule's identifier, such as `force_unwrapping`.
  public let rule: String
  /// The path of the file; empty for a finding about the pull request itself.
  public let path: String
  public var range: SourceRange
  public let message: String
  /// Identifies the finding across runs, although lines above it were added or removed. See ``Fingerprint``.
  public var fingerprint: String {
    get { storedFingerprint.text }
    set { storedFingerprint = StoredFingerprint(newValue) }
  }
  private var storedFingerprint: StoredFingerprint
  // The small properties follow each other, so that they share a word.
  public var severity: Severity
  /// Whether one of the finding's lines was added or changed.
  public var isInChange: Bool
  public var suggestion: Suggestion? {
    get { storedSuggestion?.suggestion }
    set { storedSuggestion = newValue.map { StoredSuggestion($0) } }
  }
  private var storedSuggestion: StoredSuggestion?

  public init(
    rule: String, severity: Severity, path: String, range: SourceRange, message: String, fingerprint: String = "",
    isInChange: Bool = false, suggestion: Suggestion? = nil
  ) {
    self.init(
      rule, severity, path, range, message, StoredFingerprint(fingerprint), isInChange: isInChange,
      suggestion.map { StoredSuggestion($0) })
  }

  fileprivate init(
    _ rule: String, _ severity: Severity, _ path: String, _ range: SourceRange, _ message: String,
    _ fingerprint: StoredFingerprint, isInChange: Bool, _ suggestion: StoredSuggestion?
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.range = range
    self.message = message
    storedFingerprint = fingerprint
    self.isInChange = isInChange
    storedSuggestion = suggestion
  }

  /// Sets the fingerprint by the first bytes of its digest.
  package mutating func setFingerprint(_ digest: UInt64) { storedFingerprint = .digest(digest) }

  /// The first bytes of the digest; `nil` if the fingerprint was set to another text.
  package var fingerprintDigest: UInt64? { storedFingerprint.digest }

  /// Returns whether two findings are in the order of a report: by place, then by rule.
  public static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
    // Comparing tuples would copy their texts.
    if left.path != right.path { return left.path < right.path }
    if left.range.startLine != right.range.startLine { return left.range.startLine < right.range.startLine }
    if left.range.startColumn != right.range.startColumn { return left.range.startColumn < right.range.startColumn }
    if left.rule != right.rule { return left.rule < right.rule }
    return left.message < right.message
  }
}

/// The range is encoded among the other keys.
extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case rule, severity, path, message, fingerprint, inChange, suggestion
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rule = try container.decode(String.self, forKey: .rule)
    severity = try container.decode(Severity.self, forKey: .severity)
    path = try container.decode(String.self, forKey: .path)
    range = try SourceRange(from: decoder)
    message = try container.decode(String.self, forKey: .message)
    storedFingerprint = StoredFingerprint(try container.decode(String.self, forKey: .fingerprint))
    isInChange = try container.decode(Bool.self, forKey: .inChange)
    storedSuggestion = try container.decodeIfPresent(Suggestion.self, forKey: .suggestion).map { StoredSuggestion($0) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(path, forKey: .path)
    try range.encode(to: encoder)
    try container.encode(message, forKey: .message)
    try container.encode(fingerprint, forKey: .fingerprint)
    try container.encode(isInChange, forKey: .inChange)
    try container.encodeIfPresent(suggestion, forKey: .suggestion)
  }
}

extension Finding {
  /// The rule of the compiler's errors.
  public static let compilerError = "compiler_error"
  /// The rule of the compiler's warnings.
  public static let compilerWarning = "compiler_warning"

  public var isFromCompiler: Bool { rule == Self.compilerError || rule == Self.compilerWarning }

  /// The rule of what the thread sanitizer reports.
  public static let threadSanitizer = "thread_sanitizer"
  /// The rule of what the address sanitizer reports.
  public static let addressSanitizer = "address_sanitizer"

  public var isFromSanitizer: Bool { rule == Self.threadSanitizer || rule == Self.addressSanitizer }

  /// Whether it has no place in a file.
  public var isAboutPullRequest: Bool { path.isEmpty }

  /// The place for people: `path:line:column`, or `pull request` for the pull request itself. Hostile text.
  public var place: String {
    isAboutPullRequest ? "pull request" : "\(path):\(range.startLine):\(range.startColumn)"
  }

  /// Whether a rule of the configuration found it.
  public var isFromRule: Bool { !isFromCompiler && !isFromSanitizer && !isAboutUnreadFile }

  /// Whether it is about a file that is missing in the checkout or was not checked, so that no forge could show it at a
  /// line.
  public var isAboutUnreadFile: Bool { rule == Self.omittedFile || isAboutUncheckedFile }

  /// Whether reports show it. Compiler warnings at lines outside the change are only collected when the configuration
  /// includes them; an omitted file is shown because builds and tests ran without it, and a report of a sanitizer
  /// because its run failed.
  public var isShown: Bool { isInChange || rule == Self.compilerWarning || isFromSanitizer || isAboutUnreadFile }
}

/// The severity of a finding.
public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Informational.
  case note
  /// A defect that never fails the gate.
  case warning
  /// Fails the gate when it is in the change.
  case error

  public static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A place in a text file: 1-based lines and 1-based columns in UTF-8 bytes. The end column is the first one after the
/// range.
public struct SourceRange: Hashable, Sendable {
  public var startLine: Int { Int(first.line) }
  public var startColumn: Int { Int(first.column) }
  public var endLine: Int { Int(last.line) }
  public var endColumn: Int { Int(last.column) }

  private let first: Place
  private let last: Place

  /// In 32 bits, because there can be hundreds of thousands of findings. A larger number, which no file has, becomes the
  /// largest one.
  private struct Place: Hashable {
    let line: Int32
    let column: Int32

    init(_ line: Int, _ column: Int) {
      self.line = Int32(clamping: line)
      self.column = Int32(clamping: column)
    }
  }

  public init(startLine: Int, startColumn: Int, endLine: Int, endColumn: Int) {
    first = Place(startLine, startColumn)
    last = Place(endLine, endColumn)
  }

  /// Creates an empty range at one place.
  public init(line: Int, column: Int) {
    self.init(startLine: line, startColumn: column, endLine: line, endColumn: column)
  }

  public var lines: ClosedRange<Int> { startLine...max(startLine, endLine) }
}

extension SourceRange: Codable {
  private enum CodingKeys: String, CodingKey {
    case startLine, startColumn, endLine, endColumn
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      startLine: try container.decode(Int.self, forKey: .startLine),
      startColumn: try container.decode(Int.self, forKey: .startColumn),
      endLine: try container.decode(Int.self, forKey: .endLine),
      endColumn: try container.decode(Int.self, forKey: .endColumn))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(startLine, forKey: .startLine)
    try container.encode(startColumn, forKey: .startColumn)
    try container.encode(endLine, forKey: .endLine)
    try container.encode(endColumn, forKey: .endColumn)
  }
}

/// Text that replaces the whole lines from `startLine` to `endLine` (1-based, both included); without a line end.
public struct Suggestion: Hashable, Codable, Sendable {
  public let startLine: Int
  public let endLine: Int
  public let replacement: String

  public init(startLine: Int, endLine: Int, replacement: String) {
    self.startLine = startLine
    self.endLine = endLine
    self.replacement = replacement
  }
}

/// The suggestion of a finding. An object, because few findings have one, and all would be larger by its size.
private final class StoredSuggestion: Hashable, Sendable {
  let suggestion: Suggestion

  init(_ suggestion: Suggestion) {
    self.suggestion = suggestion
  }

  static func == (left: StoredSuggestion, right: StoredSuggestion) -> Bool { left.suggestion == right.suggestion }

  func hash(into hasher: inout Hasher) { hasher.combine(suggestion) }
}

/// A finding with the text of its first line.
public struct LocatedFinding: Hashable, Sendable {
  public var finding: Finding
  /// The text of the line without its line break; `nil` if it is unknown.
  public let lineText: String?

  public init(finding: Finding, lineText: String?) {
    self.finding = finding
    self.lineText = lineText
  }

  /// Creates one in place: the compiler would copy a finding that another module gives to the other initializer.
  ///
  /// - Parameter digest: the first bytes of the digest that is the fingerprint.
  package init(
    rule: String, severity: Severity, path: String, range: SourceRange, message: String, digest: UInt64,
    suggestion: Suggestion?, lineText: String?
  ) {
    finding = Finding(
      rule, severity, path, range, message, .digest(digest), isInChange: false,
      suggestion.map { StoredSuggestion($0) })
    self.lineText = lineText
  }

  /// Compares the findings by ``Finding/isInOrder(_:_:)``.
  public static func isInOrder(_ left: LocatedFinding, _ right: LocatedFinding) -> Bool {
    Finding.isInOrder(left.finding, right.finding)
  }
}

// Not generic over the element: other modules would call the unspecialized code, which copies each element that it
// compares.
extension [LocatedFinding] {
  /// Returns the findings in the order of ``Finding/isInOrder(_:_:)``; the same array, without a copy, if they are
  /// sorted already.
  public func ordered() -> [LocatedFinding] {
    for index in indices.dropFirst() where LocatedFinding.isInOrder(self[index], self[index - 1]) {
      return sorted(by: LocatedFinding.isInOrder)
    }
    return self
  }
}
