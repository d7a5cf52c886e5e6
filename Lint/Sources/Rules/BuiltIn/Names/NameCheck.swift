// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

/// The options that all rules about names have.
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

extension OptionDescription {
  static let minLengthWarning = OptionDescription(summary: "The minimum length.", allowed: 0...100)
  static let minLengthError = OptionDescription(summary: "The minimum length that is not an error.", allowed: 0...100)
  static let maxLengthWarning = OptionDescription(summary: "The maximum length.", allowed: 1...10_000)
  static let maxLengthError = OptionDescription(
    summary: "The maximum length that is not an error.", allowed: 1...10_000)
  static let excludedNames = OptionDescription(
    summary:
      "Names that are not checked: regular expressions that are matched from the first to the last character, as "
      + "`^…$`. The underscore of a private name may be left out.", format: .regex)
  static let allowedSymbols = OptionDescription(
    summary:
      "Characters that names may have in addition to letters, digits and marks. A name that begins with one may go on "
      + "in any case.")
  static let unallowedSymbolsSeverity = OptionDescription(
    summary: "The severity for other characters.", choices: ["warning", "error"])
  static let validatesStartWithLowercase = OptionDescription(
    summary: "The severity for a wrong case of the first letter.", choices: ["off", "warning", "error"])
}

/// The check that the rules about names share.
struct NameCheck: Sendable {
  private let minimum: Limits
  private let maximum: Limits
  /// Names that are not checked, from entries that are a name.
  private let excludedNames: Set<String>
  /// The other entries.
  private let excluded: [BudgetedRegex]
  private let allowed: Set<Unicode.Scalar>
  /// The first characters of names whose case is not checked.
  private let allowedStarts: Set<String>
  private let symbolSeverity: Severity?
  private let caseSeverity: Severity?

  init(_ options: some NameOptions) {
    minimum = Limits(warning: options.minLengthWarning, error: options.minLengthError)
    maximum = Limits(warning: options.maxLengthWarning, error: options.maxLengthError)
    // A name needs no regular expression, which takes a hundred times as long.
    let names = options.excludedNames.map(Self.withoutAnchors)
    excludedNames = Set(names.filter(Self.isName))
    excluded = names.filter { !Self.isName($0) }.compactMap { try? BudgetedRegex("^\($0)$") }
    allowed = Set(options.allowedSymbols.flatMap(\.unicodeScalars))
    allowedStarts = Set(options.allowedSymbols)
    symbolSeverity = Severity(rawValue: options.unallowedSymbolsSeverity)
    caseSeverity = Severity(rawValue: options.validatesStartWithLowercase)
  }

  func variable(_ token: TokenSyntax, isPrivate: Bool, isStatic: Bool, in file: ParsedFile) -> Violation? {
    let (name, full) = names(of: token, isPrivate: isPrivate)
    guard let first = full.first, first != "$", !isExcluded(name, full), let start = name.first else { return nil }
    if !isAlphanumeric(name) {
      return Violation(
        token, in: file, "name contains characters other than letters and digits", severity: symbolSeverity)
    }
    if let (message, severity) = length(of: name) { return Violation(token, in: file, message, severity: severity) }
    guard caseSeverity != nil, !isStatic, beginsWrongly(name), !isAllowed(start) else { return nil }
    return Violation(token, in: file, "name begins with an uppercase letter", severity: caseSeverity)
  }

  func function(_ token: TokenSyntax, isPrivate: Bool, in file: ParsedFile) -> Violation? {
    let (name, full) = names(of: token, isPrivate: isPrivate)
    guard !full.isEmpty, !isExcluded(name, full), let start = name.first, !isAllowed(start) else { return nil }
    if start == "_" {
      return Violation(token, in: file, "function name begins with an underscore", severity: symbolSeverity)
    }
    guard caseSeverity != nil, beginsWrongly(name) else { return nil }
    return Violation(token, in: file, "function name begins with an uppercase letter", severity: caseSeverity)
  }

  /// - Parameter isPreview: whether the name may end in `_Previews`, which does not count.
  func type(_ token: TokenSyntax, isPrivate: Bool, isPreview: Bool = false, in file: ParsedFile) -> Violation? {
    var (name, full) = names(of: token, isPrivate: isPrivate)
    if isPreview, name.hasSuffix(Self.previews) { name.removeLast(Self.previews.count) }
    guard !isExcluded(name, full), let start = name.first else { return nil }
    if !isAlphanumeric(name) {
      return Violation(
        token, in: file, "type name contains characters other than letters and digits", severity: symbolSeverity)
    }
    if caseSeverity != nil, !isAllowed(start), start.isLowercase {
      return Violation(token, in: file, "type name begins with a lowercase letter", severity: caseSeverity)
    }
    return length(of: name).map { Violation(token, in: file, $0.0, severity: $0.1) }
  }

  private static let previews = "_Previews"

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

  private func isAllowed(_ start: Character) -> Bool { allowedStarts.contains(String(start)) }

  private func isAlphanumeric(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
        true
      default: allowed.contains(scalar)
      }
    }
  }

  private func length(of name: String) -> (String, Severity?)? {
    let count = name.count
    let characters = count == 1 ? "1 character" : "\(count) characters"
    if count < minimum.error { return ("name has \(characters), fewer than \(minimum.error)", .error) }
    if count < minimum.warning { return ("name has \(characters), fewer than \(minimum.warning)", nil) }
    return maximum.excess(of: count).map { ("name has \(count) characters, more than \($0.limit)", $0.severity) }
  }

  private func isExcluded(_ name: String, _ full: String) -> Bool {
    guard !excludedNames.contains(name), !excludedNames.contains(full) else { return true }
    return excluded.contains { (try? $0.matches(name) || (full != name && $0.matches(full))) ?? false }
  }

  private static func withoutAnchors(_ pattern: String) -> String {
    let inner = pattern.dropFirst(pattern.first == "^" ? 1 : 0)
    let name = String(inner.last == "$" ? inner.dropLast() : inner)
    return isName(name) ? name : pattern
  }

  /// Whether the pattern matches exactly one name.
  private static func isName(_ pattern: String) -> Bool {
    !pattern.isEmpty && pattern.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
