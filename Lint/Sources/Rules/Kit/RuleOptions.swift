// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation

/// The options of a rule: its properties, each a ``RuleOption`` with its default as the initial value.
public protocol RuleOptions: Codable, Hashable, Sendable {
  init()
}

/// The options of a rule without options.
public struct NoOptions: RuleOptions {
  public init() {}
}

/// An option of a rule: an integer, a Boolean, a text, a list of texts, or a type that is written as one. Its name in a
/// configuration is the name of the property in snake_case.
@propertyWrapper
public struct RuleOption<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  public var wrappedValue: Value
  /// For authors of a configuration. Empty for a value that was decoded: the defaults are the ones that are described.
  fileprivate let description: OptionDescription

  package init(wrappedValue: Value, _ description: OptionDescription) {
    self.wrappedValue = wrappedValue
    self.description = description
  }

  package init(
    wrappedValue: Value, _ summary: String, allowed: ClosedRange<Int> = 1...100_000, choices: [String] = [],
    format: RuleCatalogue.TextFormat = .plain
  ) {
    self.init(
      wrappedValue: wrappedValue,
      OptionDescription(summary: summary, allowed: allowed, choices: choices, format: format))
  }

  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self), OptionDescription(summary: ""))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }

  public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// The description of an option, apart from its name and default.
package struct OptionDescription: Sendable {
  let summary: String
  /// The allowed values of an integer.
  var allowed = 1...100_000
  /// The allowed values of a text; any if empty.
  var choices: [String] = []
  var format = RuleCatalogue.TextFormat.plain
}

/// Converts between the typed options of a rule and the values of a configuration.
package enum OptionCoding {
  /// Returns the options with the given values, and defaults for the others.
  package static func decode<Options: RuleOptions>(
    _ type: Options.Type, from values: [String: OptionValue]
  ) throws(RuleSettingsError) -> Options {
    if values.isEmpty { return Options() }
    var all = encode(Options())
    for (name, value) in values {
      guard all[name] != nil else { throw RuleSettingsError(message: "unknown option \(name)") }
      all[name] = value
    }
    do {
      return try Options(from: OptionDecoder(values: all))
    } catch {
      return try decodeExplaining(type, from: all)
    }
  }

  /// Decodes with Foundation's decoder, whose errors say what is wrong.
  private static func decodeExplaining<Options: RuleOptions>(
    _ type: Options.Type, from all: [String: OptionValue]
  ) throws(RuleSettingsError) -> Options {
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Options.self, from: JSONEncoder().encode(all))
    } catch let error as RuleSettingsError {
      throw error
    } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
      let name = context.codingPath.last?.stringValue ?? ""
      throw RuleSettingsError(message: "invalid value of the option \(name): \(context.debugDescription)")
    } catch {
      throw RuleSettingsError(message: "cannot read the options: \(error)")
    }
  }

  /// Returns the value of each option.
  package static func encode(_ options: some RuleOptions) -> [String: OptionValue] {
    let encoder = OptionEncoder()
    do {
      try options.encode(to: encoder)
    } catch {
      preconditionFailure("\(type(of: options)) has an option that is not an integer, boolean, text or list")
    }
    return encoder.values
  }

  /// Returns the options in their order, with their values as the defaults.
  ///
  /// Every start of the program calls this for all rules. Reflection takes microseconds, while encoding the first value
  /// of a type makes the runtime search all conformances of the program.
  static func described(_ options: some RuleOptions) -> [RuleCatalogue.Option] {
    Mirror(reflecting: options).children.map { child in
      guard let name = child.label?.dropFirst(), let (value, description) = option(child.value) else {
        preconditionFailure("\(type(of: options)) has an option that is not an integer, boolean, text or list")
      }
      return RuleCatalogue.Option(
        name: snakeCase(name), summary: description.summary, defaultValue: value, allowed: description.allowed,
        choices: description.choices, format: description.format)
    }
  }

  private static func option(_ wrapper: Any) -> (OptionValue, OptionDescription)? {
    switch wrapper {
    case let option as RuleOption<Bool>: (.boolean(option.wrappedValue), option.description)
    case let option as RuleOption<Int>: (.integer(option.wrappedValue), option.description)
    case let option as RuleOption<String>: (.text(option.wrappedValue), option.description)
    case let option as RuleOption<[String]>: (.texts(option.wrappedValue), option.description)
    case let option as RuleOption<PatternList>: (.texts(option.wrappedValue.globs.map(\.pattern)), option.description)
    case let option as RuleOption<OptionalRegex>: (.text(option.wrappedValue.pattern), option.description)
    default: nil
    }
  }

  /// The inverse of `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
  static func snakeCase(_ name: some StringProtocol) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }
}

/// Two limits of a measure: a value above the first is a finding with the severity of the rule, one above the second an
/// error. If the second limit is zero, no value is an error.
struct Limits {
  let warning: Int
  let error: Int

  /// The highest value that is within both limits, which can be that of errors.
  var lowest: Int { error > 0 ? min(warning, error) : warning }

  /// - Returns: nil if the value is within the limits.
  func excess(of value: Int) -> (limit: Int, severity: Severity?)? {
    if error > 0, value > error { return (error, .error) }
    return value > warning ? (warning, nil) : nil
  }
}

extension RuleOption<Int> {
  /// - Parameter measure: what may be at most the value of the option.
  init(wrappedValue: Int, maximum measure: String, allowed: ClosedRange<Int> = 1...100_000) {
    self.init(wrappedValue: wrappedValue, "The maximum \(measure).", allowed: allowed)
  }

  /// - Parameter measure: what is an error above the value of the option, unless that is zero.
  init(wrappedValue: Int, errorAbove measure: String) {
    self.init(
      wrappedValue: wrappedValue, "The maximum \(measure) that is not an error; 0 for no limit.",
      allowed: 0...1_000_000)
  }
}
