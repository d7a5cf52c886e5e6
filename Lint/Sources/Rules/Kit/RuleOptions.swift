// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation

/// The options of a rule. The names of options are the property names in snake_case; the values of `init()` are the
/// defaults.
public protocol RuleOptions: Codable, Hashable, Sendable {
  init()

  /// One entry for each property.
  static var descriptions: [RuleOption] { get }
}

/// The options of a rule without options.
public struct NoOptions: RuleOptions {
  public init() {}
  public static var descriptions: [RuleOption] { [] }
}

/// The description of one option for authors of a configuration.
public struct RuleOption: Hashable, Sendable {
  package let name: String
  package let summary: String
  /// The allowed values of an integer.
  package let allowed: ClosedRange<Int>
  /// The allowed values of a text; any if empty.
  package let choices: [String]
  package let format: RuleCatalogue.TextFormat

  package init(
    _ name: String, _ summary: String, allowed: ClosedRange<Int> = 1...100_000, choices: [String] = [],
    format: RuleCatalogue.TextFormat = .plain
  ) {
    self.format = format
    self.name = name
    self.summary = summary
    self.allowed = allowed
    self.choices = choices
  }
}

/// Converts between the typed options of a rule and the values of a configuration.
package enum OptionCoding {
  /// Returns the options with the given values, and defaults for the others.
  package static func decode<Options: RuleOptions>(
    _ type: Options.Type, from values: [String: OptionValue]
  ) throws(RuleSettingsError) -> Options {
    if values.isEmpty { return Options() }
    do {
      var all = encode(Options())
      for (name, value) in values {
        guard all[name] != nil else { throw RuleSettingsError(message: "unknown option \(name)") }
        all[name] = value
      }
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
  ///
  /// Every start of the program calls this for all rules. Reflection takes microseconds, while encoding the first value
  /// of a type makes the runtime search all conformances of the program.
  package static func encode(_ options: some RuleOptions) -> [String: OptionValue] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: options).children.map { child in
        guard let name = child.label, let value = OptionValue(child.value) else {
          preconditionFailure("\(type(of: options)) has an option that is not an integer, boolean, text or list")
        }
        return (snakeCase(name), value)
      })
  }

  /// The inverse of `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }
}

extension OptionValue {
  fileprivate init?(_ value: Any) {
    switch value {
    case let value as Bool: self = .boolean(value)
    case let value as Int: self = .integer(value)
    case let value as String: self = .text(value)
    case let value as [String]: self = .texts(value)
    default: return nil
    }
  }
}
