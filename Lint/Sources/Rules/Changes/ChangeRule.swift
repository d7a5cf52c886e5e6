// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// A rule about a pull request as a whole: its size, its files, its title, its commits.
///
/// Like the rules about code, it is a pure function of its input.
public protocol ChangeRule: Sendable {
  associatedtype Options: RuleOptions = NoOptions

  static var description: ChangeRuleDescription { get }

  /// - Throws: ``RuleSettingsError`` for an invalid option, such as an invalid regular expression.
  init(options: Options) throws(RuleSettingsError)

  func violations(in change: ProposedChange) -> [ChangeViolation]
}

/// The description of a rule about pull requests, which is its entry in the documentation.
public struct ChangeRuleDescription: Hashable, Sendable {
  /// The key below `pull_request.rules`.
  package let id: String
  /// One sentence.
  public let summary: String
  public internal(set) var severity = Severity.warning
  /// The facts that the rule needs: it does not run if one of them is unknown.
  package internal(set) var needs: Set<ProposedChange.Fact> = []
  /// Whether the preset `recommended` turns it on.
  package internal(set) var isRecommended = false
  /// An example of a useful value of the key.
  package let example: String
}

extension OptionDescription {
  static let unlessLabels = OptionDescription("Labels with which the rule does not apply.")
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
    message = "its pattern \(stop.words)"
    isStop = true
  }
}

/// The path patterns of an option; a path matches the list if it matches one of them.
struct PatternList: Sendable {
  private let globs: [Glob]

  /// - Throws: ``RuleSettingsError`` for an invalid pattern.
  init(_ texts: [String], _ option: String) throws(RuleSettingsError) {
    var globs: [Glob] = []
    for text in texts {
      guard let glob = Glob(text) else {
        throw RuleSettingsError(message: "\(option): invalid path pattern \"\(text)\"")
      }
      globs.append(glob)
    }
    self.globs = globs
  }

  var isEmpty: Bool { globs.isEmpty }

  func matches(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether the path or the old path of the file matches.
  func touches(_ file: ChangedFile) -> Bool { matches(file.path) || file.oldPath.map(matches) ?? false }
}

/// An optional regular expression of an option; an empty text means none.
struct OptionalRegex: Sendable {
  private let regex: BudgetedRegex?

  /// - Throws: ``RuleSettingsError`` for an invalid expression.
  init(_ pattern: String, _ option: String) throws(RuleSettingsError) {
    if pattern.isEmpty {
      regex = nil
      return
    }
    do throws(CustomRuleProblem) {
      regex = try BudgetedRegex(pattern)
    } catch {
      throw RuleSettingsError(message: "\(option): \(error.message)")
    }
  }

  /// Whether it matches anywhere in the text; `nil` without an expression.
  ///
  /// - Throws: the reason why the search was stopped.
  func matches(_ text: String) throws(RegexStop) -> Bool? { try regex?.matches(text) }
}
