// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct IdentifierNameRule: SyntaxRule {
  struct Options: NameOptions {
    @RuleOption(.minLengthWarning) var minLengthWarning = 3
    @RuleOption(.minLengthError) var minLengthError = 2
    @RuleOption(.maxLengthWarning) var maxLengthWarning = 40
    @RuleOption(.maxLengthError) var maxLengthError = 60
    @RuleOption(.excludedNames) var excludedNames = ["id"]
    @RuleOption(.allowedSymbols) var allowedSymbols: [String] = []
    @RuleOption(.unallowedSymbolsSeverity) var unallowedSymbolsSeverity = "error"
    @RuleOption(.validatesStartWithLowercase) var validatesStartWithLowercase = "error"
    @RuleOption(
      "What the names of functions may begin with, in addition to the characters of operators, without a check of "
        + "the name.")
    var additionalOperators: [String] = []
  }

  static let description = RuleDescription(
    id: "identifier_name", summary: "Write the names of variables, functions and cases in lower camel case.",
    kind: .style,
    isOptIn: true, swiftLint: .on,
    triggering: [
      "let ↓Name = 1", "var ↓a = 0", "enum Shape { case ↓Box }", "func ↓DrawBox() {}", "let ↓my_name = 1",
      "let ↓_hidden = 1", Example("let ↓xa = 1, ↓my_id = 2", options: ["excluded_names": ["x", "id"]]),
    ],
    nonTriggering: [
      "let name = 1", "private let _hidden = 1", "func == (left: A, right: A) -> Bool { true }", "let URL = 1",
      "static let Box = 1", "let id = 1", "func f(x xPosition: Int) {}",
      Example("let x = 1, xy = 2, a1 = 3", options: ["excluded_names": ["x", "^xy$", "[ab]\\d"]]),
      Example("let my_name = 1", options: ["allowed_symbols": ["_"]]),
      Example("func Draw() {}", options: ["additional_operators": ["D"]]),
    ])

  private let check: NameCheck
  private let operators: [String]

  init(options: Options) {
    check = NameCheck(options)
    operators = options.additionalOperators.filter { !$0.isEmpty }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    var names = file.nodes(EnumCaseElementSyntax.self).map(\.name)
    names += file.nodes(FunctionParameterSyntax.self).map { $0.secondName ?? $0.firstName }
    names += file.nodes(ClosureParameterSyntax.self).map { $0.secondName ?? $0.firstName }
    names += file.nodes(ClosureShorthandParameterSyntax.self).map(\.name)
    names += file.nodes(EnumCaseParameterSyntax.self).compactMap { $0.secondName ?? $0.firstName }
    var result = names.filter { $0.tokenKind != .wildcard }.compactMap {
      check.variable($0, isPrivate: false, isStatic: false, in: file)
    }
    result += file.nodes(FunctionDeclSyntax.self).compactMap { function($0, in: file) }
    return result
      + file.nodes(IdentifierPatternSyntax.self).compactMap { node in
        let modifiers = node.enclosingVariable?.modifiers
        if modifiers?.contains(.override) == true { return nil }
        return check.variable(
          node.identifier, isPrivate: modifiers?.isPrivate ?? false, isStatic: modifiers?.isStatic ?? false, in: file)
      }
  }

  private func function(_ node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.isIdentifier, !node.modifiers.contains(.override),
      !operators.contains(where: node.name.text.hasPrefix)
    else { return nil }
    return check.function(node.name, isPrivate: node.modifiers.isPrivate, in: file)
  }
}

struct TypeNameRule: SyntaxRule {
  struct Options: NameOptions {
    @RuleOption(.minLengthWarning) var minLengthWarning = 3
    @RuleOption(.minLengthError) var minLengthError = 0
    @RuleOption(.maxLengthWarning) var maxLengthWarning = 40
    @RuleOption(.maxLengthError) var maxLengthError = 1000
    @RuleOption(.excludedNames) var excludedNames: [String] = []
    @RuleOption(.allowedSymbols) var allowedSymbols: [String] = []
    @RuleOption(.unallowedSymbolsSeverity) var unallowedSymbolsSeverity = "error"
    @RuleOption(.validatesStartWithLowercase) var validatesStartWithLowercase = "error"
    @RuleOption("Whether names of protocols are checked.") var validateProtocols = true
  }

  static let description = RuleDescription(
    id: "type_name", summary: "Write the names of types in upper camel case.", kind: .idiomatic, isOptIn: true,
    swiftLint: .on,
    triggering: [
      "struct ↓box {}", "class ↓My_Class {}", "enum ↓AB {}", "typealias ↓x = Int",
      Example("struct ↓badTName {}", options: ["excluded_names": ["T"]]),
    ],
    nonTriggering: [
      "struct Box {}", "private struct _Box {}", "typealias Name = String", "protocol P1A { associatedtype Box }",
      Example("protocol box {}", options: ["validate_protocols": false]), "struct Box_Previews: PreviewProvider {}",
      Example("struct box {}\nstruct AB {}", options: ["excluded_names": ["box", "A."]]),
    ])

  private let check: NameCheck
  private let checksProtocols: Bool

  init(options: Options) {
    check = NameCheck(options)
    checksProtocols = options.validateProtocols
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let types = TypeDeclaration.all(in: file).compactMap { type -> Violation? in
      guard let name = type.name, checksProtocols || type.node.kind != .protocolDecl else { return nil }
      let isPreview = type.inheritance?.names.contains("PreviewProvider") == true
      return check.type(name, isPrivate: type.modifiers.isPrivate, isPreview: isPreview, in: file)
    }
    return types
      + file.nodes(TypeAliasDeclSyntax.self).compactMap {
        check.type($0.name, isPrivate: $0.modifiers.isPrivate, in: file)
      }
      + file.nodes(AssociatedTypeDeclSyntax.self).compactMap {
        check.type($0.name, isPrivate: $0.modifiers.isPrivate, in: file)
      }
  }
}

struct GenericTypeNameRule: SyntaxRule {
  struct Options: NameOptions {
    @RuleOption(.minLengthWarning) var minLengthWarning = 1
    @RuleOption(.minLengthError) var minLengthError = 0
    @RuleOption(.maxLengthWarning) var maxLengthWarning = 20
    @RuleOption(.maxLengthError) var maxLengthError = 1000
    @RuleOption(.excludedNames) var excludedNames: [String] = []
    @RuleOption(.allowedSymbols) var allowedSymbols: [String] = []
    @RuleOption(.unallowedSymbolsSeverity) var unallowedSymbolsSeverity = "error"
    @RuleOption(.validatesStartWithLowercase) var validatesStartWithLowercase = "error"
  }

  static let description = RuleDescription(
    id: "generic_type_name", summary: "Write the names of generic parameters in upper camel case.", kind: .idiomatic,
    isOptIn: true, swiftLint: .on,
    triggering: [
      "func f<↓element>(_ value: element) {}", "struct Box<↓My_Type> {}",
      Example("func f<↓tT>(value: tT) {}", options: ["excluded_names": ["T"]]),
    ],
    nonTriggering: [
      "func f<T>(_ value: T) {}", "struct Box<Element> {}",
      Example("func f<tT>(value: tT) {}", options: ["excluded_names": ["tT"]]),
    ])

  private let check: NameCheck

  init(options: Options) {
    check = NameCheck(options)
  }

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(GenericParameterSyntax.self).compactMap { check.type($0.name, isPrivate: false, in: file) }
  }
}

extension IdentifierPatternSyntax {
  /// The declaration of the variable that the pattern names; nil in closures, loops and conditions.
  fileprivate var enclosingVariable: VariableDeclSyntax? {
    for current in ancestors.dropFirst() {
      switch current.kind {
      case .patternBinding, .patternBindingList, .tuplePattern, .tuplePatternElement, .tuplePatternElementList: continue
      default: return current.as(VariableDeclSyntax.self)
      }
    }
    return nil
  }
}

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
