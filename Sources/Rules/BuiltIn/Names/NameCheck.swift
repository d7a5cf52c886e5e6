// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SwiftSource
import SwiftSyntax

/// The options that all rules about names have; ``NameCheck/options`` describes them.
protocol NameOptions: RuleOptions {
  var minLengthWarning: Int { get }
  var minLengthError: Int { get }
  var maxLengthWarning: Int { get }
  var maxLengthError: Int { get }
  var excludedNames: [String] { get }
  var allowedSymbols: [String] { get }
  var unallowedSymbolsSeverity: String { get }
  var validatesStartWithLowercase: String { get }
}

/// The check that the rules about names share.
struct NameCheck: Sendable {
  static let options = [
    RuleOption("min_length_warning", "The minimum length.", allowed: 0...100),
    RuleOption("min_length_error", "The minimum length that is not an error.", allowed: 0...100),
    RuleOption("max_length_warning", "The maximum length.", allowed: 1...10_000),
    RuleOption("max_length_error", "The maximum length that is not an error.", allowed: 1...10_000),
    RuleOption("excluded_names", "Regular expressions of names that are not checked."),
    RuleOption("allowed_symbols", "Characters that names may have in addition to letters and digits."),
    RuleOption("unallowed_symbols_severity", "The severity for other characters.", choices: ["warning", "error"]),
    RuleOption(
      "validates_start_with_lowercase", "The severity for a wrong case of the first letter.",
      choices: ["off", "warning", "error"]),
  ]

  private let minimum: Limits
  private let maximum: Limits
  /// Names that are not checked, from patterns of one name such as `^id$`.
  private let excludedNames: Set<String>
  /// Regular expressions of other names that are not checked.
  private let excluded: [String]
  private let allowed: Set<Character>
  private let symbolSeverity: Severity?
  private let caseSeverity: Severity?

  init(_ options: some NameOptions) {
    minimum = Limits(options.minLengthWarning, options.minLengthError)
    maximum = Limits(options.maxLengthWarning, options.maxLengthError)
    let names = options.excludedNames.filter(Self.isName)
    excludedNames = Set(names.map { String($0.dropFirst().dropLast()) })
    excluded = options.excludedNames.filter { !names.contains($0) }
    allowed = Set(options.allowedSymbols.joined())
    symbolSeverity = Severity(rawValue: options.unallowedSymbolsSeverity)
    caseSeverity = Severity(rawValue: options.validatesStartWithLowercase)
  }

  func variable(_ token: TokenSyntax, isPrivate: Bool, isStatic: Bool, in file: ParsedFile) -> [Violation] {
    let (name, full) = names(of: token, isPrivate: isPrivate)
    guard let first = full.first, first != "$", !isExcluded(full), let start = name.first else { return [] }
    if !isAlphanumeric(name) {
      return [
        Violation(token, in: file, "name contains characters other than letters and digits", severity: symbolSeverity)
      ]
    }
    if let (message, severity) = length(of: name) { return [Violation(token, in: file, message, severity: severity)] }
    if caseSeverity != nil, !isStatic, beginsWrongly(name),
      !allowed.contains(start)
    {
      return [Violation(token, in: file, "name begins with an uppercase letter", severity: caseSeverity)]
    }
    return []
  }

  func function(_ token: TokenSyntax, isPrivate: Bool, in file: ParsedFile) -> [Violation] {
    let (name, full) = names(of: token, isPrivate: isPrivate)
    guard !full.isEmpty, !isExcluded(full), let start = name.first else { return [] }
    if start == "_", !allowed.contains("_") {
      return [Violation(token, in: file, "function name begins with an underscore", severity: symbolSeverity)]
    }
    if caseSeverity != nil, beginsWrongly(name), !allowed.contains(start) {
      return [Violation(token, in: file, "function name begins with an uppercase letter", severity: caseSeverity)]
    }
    return []
  }

  func type(_ token: TokenSyntax, isPrivate: Bool, in file: ParsedFile) -> Violation? {
    let (name, full) = names(of: token, isPrivate: isPrivate)
    guard !full.isEmpty, !isExcluded(full), let start = name.first else { return nil }
    if !isAlphanumeric(name) {
      return Violation(
        token, in: file, "type name contains characters other than letters and digits", severity: symbolSeverity)
    }
    if caseSeverity != nil, !allowed.contains(start), !start.isUppercase {
      return Violation(token, in: file, "type name begins with a lowercase letter", severity: caseSeverity)
    }
    return length(of: name).map { Violation(token, in: file, $0.0, severity: $0.1) }
  }

  /// The name without the underscore that private names may begin with, and the whole name.
  private func names(of token: TokenSyntax, isPrivate: Bool) -> (String, String) {
    let full = token.name
    return (isPrivate && full.first == "_" ? String(full.dropFirst()) : full, full)
  }

  /// Whether the name begins with exactly one capital letter; abbreviations begin with several.
  private func beginsWrongly(_ name: String) -> Bool {
    guard let first = name.first, first.isUppercase else { return false }
    return name.count == 1 || name.dropFirst().first?.isUppercase == false
  }

  private func isAlphanumeric(_ name: String) -> Bool {
    name.allSatisfy { $0.isLetter || $0.isNumber || allowed.contains($0) || !$0.isASCII }
  }

  private func length(of name: String) -> (String, Severity?)? {
    let count = name.count
    let characters = count == 1 ? "1 character" : "\(count) characters"
    if count < minimum.error { return ("name has \(characters), fewer than \(minimum.error)", .error) }
    if count < minimum.warning { return ("name has \(characters), fewer than \(minimum.warning)", nil) }
    return maximum.excess(of: count).map { ("name has \(count) characters, more than \($0.limit)", $0.severity) }
  }

  private func isExcluded(_ name: String) -> Bool {
    excludedNames.contains(name) || excluded.contains { name.range(of: $0, options: .regularExpression) != nil }
  }

  /// Whether the pattern matches exactly one name.
  private static func isName(_ pattern: String) -> Bool {
    pattern.first == "^" && pattern.last == "$" && pattern.count > 2
      && pattern.dropFirst().dropLast().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
