// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The available rules and their options.
public struct RuleCatalogue: Sendable {
  public struct Rule: Sendable {
    public let id: String
    public let summary: String
    public let severity: Severity
    /// Whether the rule is off until a configuration turns it on.
    public let isOptIn: Bool
    private let readOptions: @Sendable () -> [Option]
    /// Nil for a rule that SwiftLint does not have.
    public let swiftLint: SwiftLintDefaults?

    /// SwiftLint's own defaults of a rule.
    public struct SwiftLintDefaults: Hashable, Sendable {
      public let severity: Severity
      /// Values that differ from the defaults of ``options``.
      public let options: [String: OptionValue]

      package init(severity: Severity, options: [String: OptionValue]) {
        self.severity = severity
        self.options = options
      }
    }

    public init(
      id: String, summary: String, severity: Severity, isOptIn: Bool,
      options: @escaping @autoclosure @Sendable () -> [Option] = [], swiftLint: SwiftLintDefaults? = nil
    ) {
      self.swiftLint = swiftLint
      self.id = id
      self.summary = summary
      self.severity = severity
      self.isOptIn = isOptIn
      readOptions = options
    }

    /// The options of the rule. Read at each access, because a program loads all rules at its start and sets few.
    public var options: [Option] { readOptions() }
  }

  public struct Option: Hashable, Sendable {
    public let name: String
    public let summary: String
    public let defaultValue: OptionValue
    /// The range of an integer.
    public let allowed: ClosedRange<Int>
    /// The permitted texts; any text when empty.
    public let choices: [String]
    public let format: TextFormat

    public init(
      name: String, summary: String, defaultValue: OptionValue, allowed: ClosedRange<Int> = 0...1_000_000,
      choices: [String] = [], format: TextFormat = .plain
    ) {
      self.format = format
      self.name = name
      self.summary = summary
      self.defaultValue = defaultValue
      self.allowed = allowed
      self.choices = choices
    }
  }

  /// The format of an option's texts.
  public enum TextFormat: String, Hashable, Sendable {
    case plain
    /// A regular expression in ICU's syntax; empty for none.
    case regex
    /// Path patterns.
    case globs
    /// Choices, of which several can be in one text, separated by `|`.
    case groups
    /// The order of year, month and day.
    case dateFormat
    /// A case of a protocol's enumerations, and the severity of its absence.
    case enumCase
    /// A method with its labels, or `*`.
    case method

    /// The regular expression of a valid text, and its description for messages; nil if there is none.
    public var form: (pattern: String, description: String)? {
      switch self {
      case .plain, .regex, .globs, .groups: nil
      case .dateFormat:
        (
          "^(?=.*y)(?=.*M)(?=.*d)((y{1,4}|M{1,2}|d{1,2})[^A-Za-z]*){3}$",
          "year, month and day such as MM/dd/yyyy"
        )
      case .enumCase:
        (
          "^[^.:\\s]+\\.[^.:\\s]+(\\s*:\\s*(note|warning|error))?$",
          "a case such as Response.failed or Response.failed: error"
        )
      case .method:
        ("^(\\*|[^(),:\\s]+\\(([^(),:\\s]+:)*\\))$", "a method with its labels such as setUp() or move(to:)")
      }
    }
  }

  /// Ordered by identifier.
  public let rules: [Rule]
  /// The identifiers of the rules that each preset turns on, by its name.
  public let presets: [String: Set<String>]
  /// The rules about pull requests, in the order of the documentation.
  public let changeRules: [Rule]
  /// The identifiers of the ``changeRules`` that each preset turns on, by its name.
  public let changePresets: [String: Set<String>]
  public let customRuleCheck: CustomRuleCheck

  public init(
    rules: [Rule], presets: [String: Set<String>] = [:], changeRules: [Rule] = [],
    changePresets: [String: Set<String>] = [:], customRuleCheck: CustomRuleCheck = CustomRuleCheck()
  ) {
    self.customRuleCheck = customRuleCheck
    self.rules = rules.sorted { $0.id < $1.id }
    self.presets = presets
    self.changeRules = changeRules
    self.changePresets = changePresets
  }

  /// - Returns: `nil` for an unknown identifier.
  public func rule(_ id: String) -> Rule? {
    rules.first { $0.id == id }
  }
}

/// The value of a rule's option in a configuration.
public enum OptionValue: Hashable, Sendable {
  case integer(Int)
  case boolean(Bool)
  case text(String)
  case texts([String])

  /// The kind of value, for messages.
  public var kind: String {
    switch self {
    case .integer: "whole number"
    case .boolean: "true or false"
    case .text: "text"
    case .texts: "list of texts"
    }
  }
}

extension OptionValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A failed attempt means that the value has another type.
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = .texts(try container.decode([String].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .texts(let values): try container.encode(values)
    }
  }
}

/// The value in YAML syntax.
extension OptionValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let value): Self.quoted(value)
    case .texts(let values): "[" + values.map(Self.quoted).joined(separator: ", ") + "]"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension OptionValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral values: String...) { self = .texts(values) }
}

/// Finds the closest name to a misspelled one.
public enum NearestName {
  /// Returns the name with the fewest edits (insert, remove, replace, swap neighbors), if there are few for its length;
  /// among equals the first in alphabetical order.
  public static func find(for word: String, in names: some Sequence<String>) -> String? {
    // Names are short; a longer word is not a misspelling, and its comparison would be slow.
    guard (1...80).contains(word.utf8.count) else { return nil }
    let typed = Array(word.lowercased().utf8)
    let limit = max(1, typed.count / 3)
    let ranked = names.map { name in (distance(typed, Array(name.lowercased().utf8)), name) }
    guard let best = ranked.min(by: <), best.0 <= limit else { return nil }
    return best.1
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let replaced = last[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
        var best = min(replaced, last[column] + 1, current[column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
