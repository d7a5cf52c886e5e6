// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Testing

@testable import Rules

/// The conversion between the values of a configuration and the typed options of a rule.
struct OptionCodingTests {
  /// Encodes with Foundation's encoder.
  private func encoded(_ options: some RuleOptions) throws -> [String: OptionValue] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try JSONDecoder().decode([String: OptionValue].self, from: encoder.encode(options))
  }

  private func check<Options: RuleOptions>(_ type: Options.Type) throws -> Int {
    let values = OptionCoding.encode(Options())
    #expect(try values == encoded(Options()))
    let described = OptionCoding.described(Options())
    #expect(described.map(\.defaultValue) == described.map { values[$0.name] })
    #expect(try OptionCoding.decode(Options.self, from: values) == Options())
    #expect(try Options(from: OptionDecoder(values: values)) == Options())
    return values.count
  }

  @Test func `the options of every rule are equal after encoding and decoding`() throws {
    func count<R: Rule>(_ rule: R.Type) throws -> Int { try check(R.Options.self) }
    func count<R: ChangeRule>(_ rule: R.Type) throws -> Int { try check(R.Options.self) }
    let counts = try BuiltInRules.all.map { try count($0) } + BuiltInChangeRules.all.map { try count($0) }
    #expect(counts.reduce(0, +) > 100)
  }

  @Test func `unknown options and values of another type are reported by name`() {
    struct Named: RuleOptions {
      @RuleOption("Words.") var wordLimit = 3
    }
    #expect(throws: RuleSettingsError(message: "unknown option words")) {
      try OptionCoding.decode(Named.self, from: ["words": 4])
    }
    let refusal = #expect(throws: RuleSettingsError.self) {
      try OptionCoding.decode(Named.self, from: ["word_limit": "four"])
    }
    #expect(refusal?.message.hasPrefix("invalid value of the option wordLimit") == true)
  }
}
