// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Options of the rules about XCTest's classes.
struct TestClassOptions: RuleOptions {
  @RuleOption(.testParentClasses) var testParentClasses = ["QuickSpec", "XCTestCase"]

  /// The configured classes and those of XCTest and Quick.
  static func all(_ configured: [String]) -> [String] { configured + TestClassOptions().testParentClasses }
}

extension OptionDescription {
  static let testParentClasses = OptionDescription(
    summary: "Whole names of classes whose subclasses are tests, in addition to `QuickSpec` and `XCTestCase`.")
}

extension ParsedFile {
  fileprivate func testClasses(_ options: TestClassOptions) -> [ClassDeclSyntax] {
    let parents = TestClassOptions.all(options.testParentClasses)
    return nodes(ClassDeclSyntax.self).filter { $0.inherits(from: parents) }
  }
}

struct FinalTestCaseRule: SyntaxRule {
  static let description = RuleDescription(
    id: "final_test_case", summary: "Declare test classes as `final`, unless they are meant to be subclassed.",
    kind: .performance, swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "class ↓A: XCTestCase {}", "public class ↓A: QuickSpec {}", "class ↓A: XCTestCase {\n  func testB() {}\n}",
      Example("class ↓A: XCTestCase {}\nclass ↓B: Base {}", options: ["test_parent_classes": ["Base"]]),
    ],
    nonTriggering: ["final class A: XCTestCase {}", "open class A: XCTestCase {}", "class A {}"])

  let options: TestClassOptions

  func violations(in file: ParsedFile) -> [Violation] {
    let classes = file.testClasses(options)
    guard !classes.isEmpty else { return [] }
    let inherited = Set(file.nodes(ClassDeclSyntax.self).flatMap { $0.inheritanceClause?.names ?? [] })
    return classes.filter { !$0.modifiers.contains(.final) && !$0.modifiers.contains(.open) }.map { node in
      let isCertain = hasTests(node) && !inherited.contains(node.name.text)
      return Violation(
        node.name, in: file, "test class is not final",
        edits: isCertain ? [.insert("final ", at: node.classKeyword.start)] : [])
    }
  }

  /// Whether the class has tests. A class without tests can be the superclass of others.
  private func hasTests(_ node: ClassDeclSyntax) -> Bool {
    node.memberBlock.members.declarations(FunctionDeclSyntax.self).contains {
      $0.name.text.hasPrefix("test") && !$0.modifiers.contains(.open)
    }
  }
}

struct SingleTestClassRule: SyntaxRule {
  static let description = RuleDescription(
    id: "single_test_class", summary: "Declare one test class in each file.", kind: .style, swiftLint: .optIn,
    triggering: [
      "↓class A: XCTestCase {}\n↓class B: XCTestCase {}", "↓final class A: QuickSpec {}\n↓class B: XCTestCase {}",
    ],
    nonTriggering: ["class A: XCTestCase {}\nclass B {}", "class A {}\nclass B {}"])

  let options: TestClassOptions

  func violations(in file: ParsedFile) -> [Violation] {
    let classes = file.testClasses(options)
    guard classes.count > 1 else { return [] }
    return classes.map { Violation($0, in: file, "file has \(classes.count) test classes") }
  }
}

struct EmptyXctestMethodRule: SyntaxRule {
  static let description = RuleDescription(
    id: "empty_xctest_method", name: "Empty XCTest Method",
    summary: "Remove test methods without statements: they test nothing.", kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A: XCTestCase {\n  ↓func testB() {}\n}", "class A: XCTestCase {\n  override ↓func setUp() {\n  }\n}",
    ],
    nonTriggering: [
      "class A: XCTestCase {\n  func testB() { c() }\n}", "class A {\n  func testB() {}\n}",
      "class A: XCTestCase {\n  func b() {}\n}",
    ])

  let options: TestClassOptions

  func violations(in file: ParsedFile) -> [Violation] {
    file.testClasses(options).flatMap { type in
      type.memberBlock.members.declarations(FunctionDeclSyntax.self).filter { node in
        node.body?.statements.isEmpty == true
          && (node.modifiers.contains(.override)
            || (node.name.text.hasPrefix("test") && node.signature.parameterClause.parameters.isEmpty))
      }.map { Violation($0.funcKeyword, in: file, "empty test method") }
    }
  }
}

struct PrivateUnitTestRule: SyntaxRule {
  static let description = RuleDescription(
    id: "private_unit_test", summary: "Do not declare tests as private: they would never run.", kind: .lint,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "private ↓class A: XCTestCase {\n  func testB() {}\n}", "class A: XCTestCase {\n  private ↓func testB() {}\n}",
    ],
    nonTriggering: [
      "class A: XCTestCase {\n  func testB() {}\n  private func b() {}\n}", "private class A {\n  func testB() {}\n}",
      "class A: XCTestCase {\n  private func testB(c: Int) {}\n}",
    ])

  let options: TestClassOptions

  func violations(in file: ParsedFile) -> [Violation] {
    file.testClasses(options).flatMap { type -> [Violation] in
      if type.modifiers.isPrivate, !type.attributes.has("objc") {
        return [
          Violation(
            type.classKeyword, in: file, "private test class never runs",
            edits: hasPrivateTypes(file) ? [] : edits(type.modifiers, in: file))
        ]
      }
      return type.memberBlock.members.declarations(FunctionDeclSyntax.self).filter { node in
        node.modifiers.isPrivate && node.name.text.hasPrefix("test")
          && node.signature.parameterClause.parameters.isEmpty
          && node.signature.returnClause == nil && !node.modifiers.isStatic && !node.attributes.has("objc")
      }.map { Violation($0.funcKeyword, in: file, "private test never runs", edits: edits($0.modifiers, in: file)) }
    }
  }

  /// Whether the file has other private types, which the members of a class that is not private cannot mention.
  private func hasPrivateTypes(_ file: ParsedFile) -> Bool {
    TypeDeclaration.all(in: file).count { $0.modifiers.isPrivate && !$0.isExtension } > 1
      || file.nodes(TypeAliasDeclSyntax.self).contains { $0.modifiers.isPrivate }
  }

  private func edits(_ modifiers: DeclModifierListSyntax, in file: ParsedFile) -> [TextEdit] {
    modifiers.accessModifier.map { file.removal(of: $0) } ?? []
  }
}

struct TestCaseAccessibilityRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Prefixes of the names of members that are not checked.") var allowedPrefixes: [String] = []
    @RuleOption(.testParentClasses) var testParentClasses = ["QuickSpec", "XCTestCase"]
  }

  static let description = RuleDescription(
    id: "test_case_accessibility", summary: "Declare members of a test class that are not tests as private.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A: XCTestCase {\n  ↓let b = 1\n  ↓func c() {}\n  ↓struct D {}\n}",
      "class A: XCTestCase {\n  ↓func testB(c: Int) {}\n}",
      Example("class A: XCTestCase {\n  ↓let myMake = 1\n}", options: ["allowed_prefixes": ["make"]]),
      Example("class A: XCTestCase {\n  ↓let b = 1\n}", options: ["test_parent_classes": ["Base"]]),
      Example("class A: Base {\n  ↓let b = 1\n}", options: ["test_parent_classes": ["Base"]]),
    ],
    nonTriggering: [
      "class A: XCTestCase {\n  private let b = 1\n  func testC() {}\n  override func setUp() {}\n}",
      "class A {\n  let b = 1\n}", "class A: XCTestCase {\n  static let allTests = [1]\n}",
      Example("class A: XCTestCase {\n  func makeB(c: Int) {}\n}", options: ["allowed_prefixes": ["make"]]),
      Example("class A: MyBase {\n  let b = 1\n}", options: ["test_parent_classes": ["Base"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let parents = TestClassOptions.all(options.testParentClasses)
    return file.nodes(ClassDeclSyntax.self).filter { $0.inherits(from: parents) }.flatMap { type in
      type.memberBlock.members.expanded.compactMap { member -> Violation? in
        let node = member.decl
        guard let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers, !modifiers.isPrivate,
          !modifiers.contains(.override), isAccessory(node, modifiers)
        else { return nil }
        return Violation(node, in: file, "member of a test class is not private")
      }
    }
  }

  private func isAccessory(_ node: DeclSyntax, _ modifiers: DeclModifierListSyntax) -> Bool {
    let name: String
    switch node.kind {
    case .functionDecl:
      guard let function = node.as(FunctionDeclSyntax.self) else { return false }
      name = function.name.text
      let hasParameters = !function.signature.parameterClause.parameters.isEmpty
      if name.hasPrefix("test"), !hasParameters, function.signature.returnClause == nil, !modifiers.isStatic {
        return false
      }
    case .variableDecl:
      name = node.as(VariableDeclSyntax.self)?.onlyName ?? ""
      if name == "allTests", modifiers.isStatic { return false }
    case .classDecl, .structDecl, .enumDecl, .actorDecl: name = TypeDeclaration(Syntax(node))?.name?.text ?? ""
    case .typeAliasDecl: name = node.as(TypeAliasDeclSyntax.self)?.name.text ?? ""
    default: return false
    }
    return !options.allowedPrefixes.contains { name.hasPrefix($0) }
  }
}

struct BalancedXctestLifecycleRule: SyntaxRule {
  static let description = RuleDescription(
    id: "balanced_xctest_lifecycle", name: "Balanced XCTest Life Cycle",
    summary: "A test class with `setUp` should have the matching `tearDown`, and vice versa.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "class ↓A: XCTestCase {\n  override func setUp() {}\n}",
      "class ↓A: XCTestCase {\n  override func tearDown() {}\n}",
    ],
    nonTriggering: [
      "class A: XCTestCase {\n  override func setUp() {}\n  override func tearDown() {}\n}", "class A: XCTestCase {}",
      "class A: XCTestCase {\n  override func setUp() {}\n  override func tearDownWithError() throws {}\n}",
    ])

  let options: TestClassOptions

  func violations(in file: ParsedFile) -> [Violation] {
    file.testClasses(options).compactMap { type in
      let names = type.memberBlock.members.declarations(FunctionDeclSyntax.self).filter {
        $0.signature.parameterClause.parameters.isEmpty && !$0.modifiers.isStatic
      }.map(\.name.text)
      let setsUp = names.contains { $0 == "setUp" || $0 == "setUpWithError" }
      let tearsDown = names.contains { $0 == "tearDown" || $0 == "tearDownWithError" }
      return setsUp == tearsDown ? nil : Violation(type.name, in: file, "test class has only one of setUp and tearDown")
    }
  }
}
