// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A sentence without a full stop about a run, such as a check that was left out. Can contain hostile text.
///
/// A note about a file is a sentence with a place for the file, so that equal notes about several files are counted:
/// `a.swift was skipped: it is empty` becomes `3 files were skipped: they are empty; the first is a.swift`.
public struct Note: Hashable, Sendable {
  /// A rule or linter whose findings are not all known.
  public struct UnfinishedCheck: Hashable, Sendable {
    /// The identifier of a rule, or the name of a linter.
    public let name: String
    /// The highest severity of the findings that can be missing. An error fails the gate: what was not found is not a
    /// pass.
    public let severity: Severity

    public init(_ name: String, _ severity: Severity) {
      self.name = name
      self.severity = severity
    }
  }

  fileprivate struct Sentence: Hashable {
    let start: String
    let end: String
    let endOfSeveral: String
  }

  fileprivate let sentence: Sentence
  /// The file; `nil` for a note about something else.
  package private(set) var path: String?
  public var unfinished: [UnfinishedCheck]

  public init(_ text: String, unfinished: [UnfinishedCheck] = []) {
    sentence = Sentence(start: text, end: "", endOfSeveral: "")
    path = nil
    self.unfinished = unfinished
  }

  /// Creates a note about a file.
  ///
  /// - Parameters:
  ///   - start: the part of the sentence before the path.
  ///   - end: the part after it.
  ///   - endOfSeveral: the part after the number of files; `nil` for the same as after a path.
  public init(
    start: String = "", path: String, end: String, endOfSeveral: String? = nil, unfinished: [UnfinishedCheck] = []
  ) {
    sentence = Sentence(start: start, end: end, endOfSeveral: endOfSeveral ?? end)
    self.path = path
    self.unfinished = unfinished
  }

  /// Creates a note such as `a.swift was skipped: it is empty`.
  ///
  /// - Parameters:
  ///   - state: a participle, such as `skipped`.
  ///   - reason: a sentence, which can begin with a pronoun for the file.
  public init(path: String, was state: String, ofSeveral: String? = nil, because reason: String) {
    self.init(
      path: path, end: " was \(state): \(reason)",
      endOfSeveral: " were \(ofSeveral ?? state): \(Self.plural(of: reason))")
  }

  /// Returns the note with another text for its file, such as a path relative to another folder.
  public func mappingPath(_ change: (String) -> String) -> Note {
    var note = self
    note.path = path.map(change)
    return note
  }

  private static let plurals = [
    ("it is not a regular file", "they are not regular files"), ("it is not a Swift file", "they are not Swift files"),
    ("it is ", "they are "), ("it has ", "they have "), ("it does ", "they do "), ("it ", "they "), ("its ", "their "),
  ]

  private static func plural(of reason: String) -> String {
    guard let (one, several) = plurals.first(where: { reason.hasPrefix($0.0) }) else { return reason }
    return several + reason.dropFirst(one.count)
  }
}

extension Note: CustomStringConvertible, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }

  public var description: String { sentence.start + (path ?? "") + sentence.end }
}

extension [Note] {
  /// The sentences, each once, in the order of the notes. Notes about several files that differ in the file only are one
  /// sentence with the number of files and the first path.
  public var sentences: [String] {
    var paths: [Note.Sentence: Set<String>] = [:]
    for note in self {
      paths[note.sentence, default: []].formUnion([note.path].compactMap(\.self))
    }
    return compactMap { note in
      guard let paths = paths.removeValue(forKey: note.sentence) else { return nil }
      guard paths.count > 1, let first = paths.min() else { return note.description }
      return "\(note.sentence.start)\(paths.count) files\(note.sentence.endOfSeveral); the first is \(first)"
    }
  }

  /// The notes about checks that can miss a finding of severity error.
  public var failures: [Note] { filter { $0.unfinished.contains { $0.severity == .error } } }

  /// Adds the notes that are not in the list.
  public mutating func merge(_ notes: [Note]) {
    var known = Set(self)
    for note in notes where known.insert(note).inserted { append(note) }
  }
}

/// `1 error`, `2 errors`
public func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
