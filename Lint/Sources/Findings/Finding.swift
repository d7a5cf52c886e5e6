// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An error, a warning or a note about the change, from any tool.
///
/// There can be hundreds of thousands, so it is small, and those of one file share their texts.
public struct Finding: Sendable {
  /// The rule's identifier, such as `force_unwrapping`.
  public var rule: String { texts.rule }
  /// The path of the file; empty for a finding about the pull request itself.
  public var path: String { texts.file.path }
  public var message: String { texts.message }
  private var texts: FindingTexts
  /// What few findings have, because all would be larger by its size.
  private var rare: RareProperties?
  public var suggestion: Suggestion? {
    get { rare?.suggestion }
    set { rare = RareProperties(fingerprint: rare?.fingerprint, suggestion: newValue) }
  }
  public var range: SourceRange
  /// Identifies the finding across runs, although lines above it were added or removed. See ``Fingerprint``.
  public var fingerprint: String {
    get { rare?.fingerprint ?? (digest == 0 ? "" : Fingerprint.text(of: digest)) }
    set {
      digest = Fingerprint.digest(of: newValue) ?? 0
      let isOther = digest == 0 && !newValue.isEmpty
      rare = RareProperties(fingerprint: isOther ? newValue : nil, suggestion: suggestion)
    }
  }
  /// The first bytes of the digest that is the fingerprint; 0 for none.
  private var digest: UInt64
  // The small properties follow each other, so that they share a word.
  public var severity: Severity
  /// Whether one of the finding's lines was added or changed.
  public var isInChange: Bool

  public init(
    rule: String, severity: Severity, path: String, range: SourceRange, message: String, fingerprint: String = "",
    isInChange: Bool = false, suggestion: Suggestion? = nil
  ) {
    self.init(
      FindingTexts(rule: rule, message: message, in: FindingFile(path: path)), severity: severity, range: range,
      suggestion: suggestion)
    self.isInChange = isInChange
    self.fingerprint = fingerprint
  }

  /// - Parameters:
  ///   - texts: its rule, path and message.
  ///   - digest: the first bytes of the digest that is the fingerprint.
  package init(
    _ texts: FindingTexts, severity: Severity, range: SourceRange, digest: UInt64 = 0, suggestion: Suggestion? = nil
  ) {
    self.texts = texts
    self.severity = severity
    self.range = range
    self.digest = digest
    isInChange = false
    rare = suggestion == nil ? nil : RareProperties(fingerprint: nil, suggestion: suggestion)
  }

  /// Identifies the rule, path and message together: findings with the same value have the same ones. Others can be equal too.
  public var textsIdentity: ObjectIdentifier { ObjectIdentifier(texts) }

  package var file: FindingFile { texts.file }

  /// Returns the finding in another object for its file.
  ///
  /// - Parameter known: the texts of findings in it, by those in the earlier one.
  func moved(to file: FindingFile, _ known: inout [ObjectIdentifier: FindingTexts]) -> Finding {
    var finding = self
    finding.texts = known[textsIdentity] ?? FindingTexts(rule: rule, message: message, in: file)
    known[textsIdentity] = finding.texts
    return finding
  }

  /// Sets the fingerprint by the first bytes of its digest.
  package mutating func setFingerprint(_ digest: UInt64) {
    self.digest = digest
    if rare?.fingerprint != nil { rare = RareProperties(fingerprint: nil, suggestion: suggestion) }
  }

  /// The first bytes of the digest; `nil` if the fingerprint was set to another text.
  package var fingerprintDigest: UInt64? { rare?.fingerprint == nil ? digest : nil }

  /// Returns whether two findings are in the order of a report: by place, then by rule.
  public static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
    // Comparing tuples would copy their texts.
    if left.texts.file !== right.texts.file, left.path != right.path { return left.path < right.path }
    if left.range.startLine != right.range.startLine { return left.range.startLine < right.range.startLine }
    if left.range.startColumn != right.range.startColumn { return left.range.startColumn < right.range.startColumn }
    if left.texts === right.texts { return false }
    if left.rule != right.rule { return left.rule < right.rule }
    return left.message < right.message
  }
}

extension Finding: Hashable {
  public static func == (left: Finding, right: Finding) -> Bool {
    left.range == right.range && left.severity == right.severity && left.isInChange == right.isInChange
      && left.digest == right.digest && left.rare == right.rare
      && (left.texts === right.texts
        || left.rule == right.rule && left.path == right.path && left.message == right.message)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(path)
    hasher.combine(range)
    hasher.combine(message)
    hasher.combine(digest)
  }
}

/// The range is encoded among the other keys.
extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case rule, severity, path, message, fingerprint, inChange, suggestion
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      rule: try container.decode(String.self, forKey: .rule),
      severity: try container.decode(Severity.self, forKey: .severity),
      path: try container.decode(String.self, forKey: .path), range: try SourceRange(from: decoder),
      message: try container.decode(String.self, forKey: .message),
      fingerprint: try container.decode(String.self, forKey: .fingerprint),
      isInChange: try container.decode(Bool.self, forKey: .inChange),
      suggestion: try container.decodeIfPresent(Suggestion.self, forKey: .suggestion))
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

/// What few findings have.
private final class RareProperties: Equatable, Sendable {
  /// A fingerprint that is not a number in 16 lowercase digits.
  let fingerprint: String?
  let suggestion: Suggestion?

  /// `nil` if there is neither.
  init?(fingerprint: String?, suggestion: Suggestion?) {
    guard fingerprint != nil || suggestion != nil else { return nil }
    self.fingerprint = fingerprint
    self.suggestion = suggestion
  }

  static func == (left: RareProperties, right: RareProperties) -> Bool {
    left.fingerprint == right.fingerprint && left.suggestion == right.suggestion
  }
}
