// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct FileNameRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whole names of files that are not checked, with the extension, such as `main.swift`.")
    var excludedNames = ["LinuxMain.swift", "main.swift"]
    @RuleOption("A regular expression of the prefixes that may precede the name of the type.", format: .regex)
    var prefixPattern = ""
    @RuleOption("A regular expression of the suffixes that may follow the name of the type.", format: .regex)
    var suffixPattern = "\\+.*"
    @RuleOption("The separator between the names of nested types.") var nestedTypeSeparator = "."
    @RuleOption("Whether names of nested types include the enclosing types.") var requireFullyQualifiedNames = false
  }

  static let description = RuleDescription(
    id: "file_name", summary: "Name a file after a type that it declares or extends.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "↓struct A {}", "↓extension B {}\nclass C {}",
      Example("↓struct A {}", options: ["excluded_names": ["B.swift"]], path: "AB.swift"),
      Example("↓struct Box {}", options: ["suffix_pattern": "View"], path: "BoxViews.swift"),
    ],
    nonTriggering: [
      "struct Example {}", "let a = 1", "extension Example {}", "struct A {\n  struct Example {}\n}",
      Example("struct A {}", options: ["excluded_names": ["B.swift"]], path: "C/B.swift"),
      Example(
        "struct Box {}", options: ["prefix_pattern": "My|Our", "suffix_pattern": "View\\d?"],
        path: "OurBoxView1.swift"),
    ])

  private let options: Options
  private let prefix: BudgetedRegex?
  private let suffix: BudgetedRegex?

  init(options: Options) {
    self.options = options
    // The default patterns need no regular expression.
    let isDefault = options.prefixPattern.isEmpty && options.suffixPattern == Options().suffixPattern
    prefix = isDefault || options.prefixPattern.isEmpty ? nil : try? BudgetedRegex("^(?:\(options.prefixPattern))")
    suffix = isDefault || options.suffixPattern.isEmpty ? nil : try? BudgetedRegex("(?:\(options.suffixPattern))$")
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let fileName = file.text.path.split(separator: "/").last.map(String.init) ?? ""
    guard !options.excludedNames.contains(fileName) else { return [] }
    let name = typeName(of: fileName)
    let types = TypeDeclaration.all(in: file)
    // The common case, without collecting the names.
    if !options.requireFullyQualifiedNames, types.contains(where: { $0.name?.text == name }) { return [] }
    var names: Set<String> = []
    func add(_ node: Syntax, _ declaredName: String) {
      names.insert(
        ([declaredName] + TypeDeclaration.names(around: node)).reversed().joined(separator: options.nestedTypeSeparator)
          .replacing(
            ".", with: options.nestedTypeSeparator))
      if !options.requireFullyQualifiedNames {
        names.insert(declaredName.replacing(".", with: options.nestedTypeSeparator))
      }
    }
    for type in types { add(type.node, type.declaredName) }
    for node in file.nodes(TypeAliasDeclSyntax.self) { add(Syntax(node), node.name.text) }
    guard !names.isEmpty, !names.contains(name) else { return [] }
    return [Violation(at: 0, "file is not named after a type in it")]
  }

  /// The part of the file's name that must be the name of a type: without extension, prefix and suffix.
  private func typeName(of fileName: String) -> String {
    var name = String(fileName.dropLast(fileName.hasSuffix(".swift") ? 6 : 0))
    if options.prefixPattern.isEmpty, options.suffixPattern == Options().suffixPattern {
      return String(name.prefix { $0 != "+" })
    }
    for regex in [prefix, suffix] {
      // A pattern that takes too long on a name removes nothing from it.
      guard let match = regex?.search(RegexText(name), limit: 1).matches.first?.whole else { continue }
      let bytes = Array(name.utf8)
      name = String(decoding: bytes[..<match.lowerBound] + bytes[match.upperBound...], as: UTF8.self)
    }
    return name
  }
}

struct FileNameNoSpaceRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whole names of files that are not checked, with the extension.") var excludedNames: [String] = []
  }

  static let description = RuleDescription(
    id: "file_name_no_space", summary: "Write file names without spaces.", kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      Example("↓let a = 1", path: "A B.swift"), Example("↓", path: "C/D E.swift"),
      Example("↓let a = 1", options: ["excluded_names": ["A"]], path: "A B.swift"),
    ],
    nonTriggering: [
      "let a = 1", Example("struct A {}", path: "B C/A.swift"),
      Example("let a = 1", options: ["excluded_names": ["A B.swift"]], path: "C/A B.swift"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let name = file.text.path.split(separator: "/").last ?? ""
    guard name.contains(where: \.isWhitespace), !options.excludedNames.contains(String(name)) else { return [] }
    return [Violation(at: 0, "file name contains a space")]
  }
}

struct OneDeclarationPerFileRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "one_declaration_per_file", summary: "Declare one type in each file.", kind: .idiomatic, swiftLint: .optIn,
    triggering: ["struct A {}\n↓struct B {}", "class A {}\n↓protocol B {}\n↓enum C {}"],
    nonTriggering: ["struct A {\n  struct B {}\n}", "struct A {}\nextension A {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    let types = TypeDeclaration.all(in: file).filter { type in
      !type.isExtension && !type.node.isInside([.memberBlock, .codeBlock, .closureExpr, .accessorBlock])
    }.sorted { $0.node.start < $1.node.start }
    return types.dropFirst().map { Violation($0.keyword, in: file, "more than one type in the file") }
  }
}

struct NoGroupingExtensionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "no_grouping_extension",
    summary: "Do not group members with an extension of a type that the same file declares.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["struct A {}\n↓extension A {}", "extension B {\n  class C {}\n}\n↓extension B.C {}"],
    nonTriggering: ["struct A {}\nextension B {}", "struct A<B> {}\nextension A where B: C {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    let extensions = file.nodes(ExtensionDeclSyntax.self)
    guard !extensions.isEmpty else { return [] }
    let names = Set(
      TypeDeclaration.all(in: file).compactMap { type -> String? in
        guard let name = type.name, type.node.kind != .protocolDecl else { return nil }
        return ([name.text] + TypeDeclaration.names(around: type.node)).reversed().joined(separator: ".")
      })
    return extensions.filter { $0.genericWhereClause == nil && names.contains($0.extendedType.bareText) }.map {
      Violation($0.extensionKeyword, in: file, "extension of a type of the same file")
    }
  }
}

struct RequiredDeinitRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "required_deinit", summary: "Write a `deinit` in each class.", kind: .lint, swiftLint: .optIn,
    triggering: ["↓class A {}", "final ↓class A {\n  init() {}\n}"],
    nonTriggering: ["class A {\n  deinit {}\n}", "struct A {}"])

  func violation(of node: ClassDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.memberBlock.members.declarations(DeinitializerDeclSyntax.self).isEmpty else { return nil }
    return Violation(node.classKeyword, in: file, "class without a deinit")
  }
}

struct PrefixedToplevelConstantRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether only private and fileprivate constants are checked.") var onlyPrivate = false
  }

  static let description = RuleDescription(
    id: "prefixed_toplevel_constant", name: "Prefixed Top-Level Constant",
    summary: "Begin the names of global constants with `k`.", kind: .style, swiftLint: .optIn,
    triggering: ["let ↓a = 1", "private let ↓b: Int = 1"],
    nonTriggering: [
      "let kA = 1", "var a = 1", "struct A {\n  let b = 1\n}", "func f() {\n  let a = 1\n}",
      Example("let a = 1", options: ["only_private": true]),
    ])

  let options: Options

  func violations(of node: VariableDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.bindingSpecifier.tokenKind == .keyword(.let), node.parent?.kind == .codeBlockItem,
      !node.isInside([.codeBlock, .memberBlock, .closureExpr, .accessorBlock, .switchCase]),
      !options.onlyPrivate || node.modifiers.isPrivate
    else { return [] }
    return node.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, binding.accessorBlock == nil
      else { return nil }
      guard name.first != "k" else { return nil }
      return Violation(binding.pattern, in: file, "global constant should begin with k")
    }
  }
}

extension TypeDeclaration {
  /// The name of the type, or of the extended one.
  fileprivate var declaredName: String {
    name?.text ?? node.as(ExtensionDeclSyntax.self)?.extendedType.bareText ?? ""
  }

  /// The names of the types around a node, innermost first.
  fileprivate static func names(around node: Syntax) -> [String] {
    node.ancestors.dropFirst().compactMap { TypeDeclaration($0)?.declaredName }
  }
}
