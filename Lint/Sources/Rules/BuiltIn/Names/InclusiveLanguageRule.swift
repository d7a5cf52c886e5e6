// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct InclusiveLanguageRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Additional terms to find. Terms are found anywhere in a name, in any case.")
    var additionalTerms: [String] = []
    @RuleOption("The terms to find instead of the default ones, unless empty.") var overrideTerms: [String] = []
    @RuleOption(
      "Parts of names in which a term is allowed, instead of `mastercard`, unless empty. A term outside of them is "
        + "found.")
    var overrideAllowedTerms: [String] = []
  }

  static let description = RuleDescription(
    id: "inclusive_language", summary: "Avoid names that discriminate against people.", kind: .style, isOptIn: true,
    swiftLint: .on,
    triggering: [
      "let ↓slave = 1", "func ↓updateWhitelist() {}", "enum A {\n  case ↓blacklisted\n}", "func f(↓master: Int) {}",
      "func f<↓Master>(_ value: Master) {}", "protocol A {\n  associatedtype ↓Slave\n}", "let ↓slaveOfMastercard = 1",
      Example("let ↓grandfathered = 1", options: ["additional_terms": ["Grandfather"]]),
      Example("let ↓mastercard = 1", options: ["override_allowed_terms": ["masterpiece"]]),
    ],
    nonTriggering: [
      "let replica = 1", "let mastercard = 1", "// A whitelist.\nlet allowList = 1", "a.slave()",
      Example("let master = 1", options: ["override_terms": ["dummy"]]),
      Example("let masterpiece = 1", options: ["override_allowed_terms": ["masterpiece"]]),
    ])

  private let terms: [String]
  private let allowed: [String]

  init(options: Options) {
    let defaults = ["whitelist", "blacklist", "master", "slave"]
    terms = ((options.overrideTerms.isEmpty ? defaults : options.overrideTerms) + options.additionalTerms).map {
      $0.lowercased()
    }
    allowed =
      options.overrideAllowedTerms.isEmpty ? ["mastercard"] : options.overrideAllowedTerms.map { $0.lowercased() }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    // Most files contain none of the terms.
    let lowercased = file.text.bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    guard terms.contains(where: { mayOccur($0, in: lowercased) }) else { return [] }
    var names = TypeDeclaration.all(in: file).compactMap(\.name)
    names += file.nodes(FunctionDeclSyntax.self).map(\.name)
    names += file.nodes(TypeAliasDeclSyntax.self).map(\.name)
    names += file.nodes(AssociatedTypeDeclSyntax.self).map(\.name)
    names += file.nodes(GenericParameterSyntax.self).map(\.name)
    names += file.nodes(AccessorParametersSyntax.self).map(\.name)
    names += file.nodes(EnumCaseElementSyntax.self).map(\.name)
    names += file.nodes(IdentifierPatternSyntax.self).map(\.identifier)
    names += file.nodes(FunctionParameterSyntax.self).flatMap { [$0.firstName] + ($0.secondName.map { [$0] } ?? []) }
    return names.compactMap { token in
      let name = token.text.lowercased()
      guard let term = terms.first(where: { isFound($0, in: name) }) else { return nil }
      return Violation(token, in: file, "name contains the term \"\(term)\"")
    }
  }

  /// Whether the term is in the name, outside of the allowed parts.
  private func isFound(_ term: String, in name: String) -> Bool {
    guard let range = name.range(of: term) else { return false }
    return !allowed.contains { name.range(of: $0)?.overlaps(range) == true }
  }

  /// Whether the term may occur in the bytes; always true for a term that is not ASCII, as `lowercased` has only ASCII
  /// letters converted.
  private func mayOccur(_ term: String, in lowercased: [UInt8]) -> Bool {
    let word = Array(term.utf8)
    return word.isEmpty || !word.allSatisfy { $0 < 0x80 } || lowercased.contains(word: word)
  }
}
