// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// A rule about a pull request as a whole: its size, its files, its title, its commits.
///
/// Like the rules about code, it is a pure function of its input.
public protocol ChangeRule: Sendable {
  associatedtype Options: RuleOptions = NoOptions

  static var description: ChangeRuleDescription { get }

  init(options: Options)

  func violations(in change: ProposedChange) -> [ChangeViolation]
}

/// The description of a rule about pull requests, which is its entry in the documentation.
public struct ChangeRuleDescription: Hashable, Sendable {
  /// The key below `pull_request.rules`.
  public let id: String
  /// One sentence.
  public let summary: String
  public internal(set) var severity = Severity.warning
  /// The facts that the rule needs: it does not run if one of them is unknown.
  package internal(set) var needs: Set<ProposedChange.Fact> = []
  /// Whether the preset `recommended` turns it on.
  public internal(set) var isRecommended = false
  /// An example of a useful value of the key.
  public let example: String

  /// The names of the facts that the rule needs and that no working tree has, such as labels.
  public var factsOfForge: [String] { needs.subtracting([.commits, .oldTexts]).map(\.rawValue).sorted() }
}

extension OptionDescription {
  static let unlessLabels = OptionDescription(summary: "Labels with which the rule does not apply.")
}

/// A violation of a rule about pull requests, or the reason why it is unknown whether there is one.
public struct ChangeViolation: Hashable, Sendable {
  /// The file; `nil` for the pull request itself.
  package let path: String?
  /// 1-based, in the new version of the file.
  package let line: Int
  /// One sentence without a full stop. May contain hostile text.
  package let message: String
  /// Whether the message is the reason why the rule was stopped.
  package let isStop: Bool

  package init(_ message: String, path: String? = nil, line: Int = 1) {
    self.path = path
    self.line = line
    self.message = message
    isStop = false
  }

  /// Creates the result of a rule whose expression was stopped.
  init(_ stop: RegexStop, path: String? = nil) {
    self.path = path
    line = 1
    message = "its pattern \(stop.predicate)"
    isStop = true
  }
}

/// The path patterns of an option; a path matches the list if it matches one of them.
struct PatternList: Hashable, Sendable, Codable, ExpressibleByArrayLiteral {
  let globs: [Glob]

  /// - Parameter texts: valid patterns.
  init(arrayLiteral texts: String...) { globs = texts.compactMap { Glob($0) } }

  /// - Throws: ``RuleSettingsError`` for an invalid pattern.
  init(from decoder: any Decoder) throws {
    globs = try decoder.singleValueContainer().decode([String].self).map { text in
      guard let glob = Glob(text) else {
        throw RuleSettingsError(message: "\(decoder.option): invalid path pattern \"\(text)\"")
      }
      return glob
    }
  }

  func encode(to encoder: any Encoder) throws { try globs.encode(to: encoder) }

  var isEmpty: Bool { globs.isEmpty }

  func matches(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether the path or the old path of the file matches.
  func touches(_ file: ChangedFile) -> Bool { matches(file.path) || file.oldPath.map(matches) ?? false }

  /// The patterns as they are written, for a message.
  var list: String { globs.map(\.pattern).joined(separator: ", ") }
}

/// An optional regular expression of an option; an empty text means none.
struct OptionalRegex: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  let pattern: String
  private let regex: BudgetedRegex?

  /// - Parameter pattern: a valid expression.
  init(stringLiteral pattern: String) {
    self.pattern = pattern
    regex = pattern.isEmpty ? nil : try? BudgetedRegex(pattern)
  }

  /// - Throws: ``RuleSettingsError`` for an invalid expression.
  init(from decoder: any Decoder) throws {
    pattern = try decoder.singleValueContainer().decode(String.self)
    do throws(CustomRuleProblem) {
      regex = pattern.isEmpty ? nil : try BudgetedRegex(pattern)
    } catch {
      throw RuleSettingsError(message: "\(decoder.option): \(error.message)")
    }
  }

  func encode(to encoder: any Encoder) throws { try pattern.encode(to: encoder) }

  static func == (left: Self, right: Self) -> Bool { left.pattern == right.pattern }
  func hash(into hasher: inout Hasher) { hasher.combine(pattern) }

  /// Whether it matches anywhere in the text; `nil` without an expression.
  ///
  /// - Throws: the reason why the search was stopped.
  func matches(_ text: String) throws(RegexStop) -> Bool? { try regex?.matches(text) }
}

extension Decoder {
  /// The name of the option that is decoded.
  fileprivate var option: String { codingPath.last?.stringValue ?? "" }
}
