// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
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
    var result: [Violation] = []
    for node in file.nodes(EnumCaseElementSyntax.self) {
      result += check.variable(node.name, isPrivate: false, isStatic: false, in: file)
    }
    for node in file.nodes(FunctionDeclSyntax.self) where !node.modifiers.contains(.override) {
      result += function(node, in: file)
    }
    var parameters = file.nodes(FunctionParameterSyntax.self).map { $0.secondName ?? $0.firstName }
    parameters += file.nodes(ClosureParameterSyntax.self).map { $0.secondName ?? $0.firstName }
    parameters += file.nodes(ClosureShorthandParameterSyntax.self).map(\.name)
    parameters += file.nodes(EnumCaseParameterSyntax.self).compactMap { $0.secondName ?? $0.firstName }
    for name in parameters where name.tokenKind != .wildcard {
      result += check.variable(name, isPrivate: false, isStatic: false, in: file)
    }
    for node in file.nodes(IdentifierPatternSyntax.self) {
      let variable = node.enclosingVariable
      if variable?.modifiers.contains(.override) == true { continue }
      let modifiers = variable?.modifiers
      result += check.variable(
        node.identifier, isPrivate: modifiers?.isPrivate ?? false, isStatic: modifiers?.isStatic ?? false, in: file)
    }
    return result
  }

  private func function(_ node: FunctionDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.name.isIdentifier, !operators.contains(where: node.name.text.hasPrefix) else { return [] }
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
    var node = parent
    while let current = node {
      switch current.kind {
      case .variableDecl: return current.as(VariableDeclSyntax.self)
      case .patternBinding, .patternBindingList, .tuplePattern, .tuplePatternElement, .tuplePatternElementList:
        node = current.parent
      default: return nil
      }
    }
    return nil
  }
}
