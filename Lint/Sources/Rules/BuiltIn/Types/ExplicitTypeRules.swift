// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ExplicitTypeInterfaceRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Kinds of variables that are not checked.", choices: ["local", "static", "instance", "class"])
    var excludedNames: [String] = []
    @RuleOption(
      "Whether the type may be left out where the value is a call of a type or of its member, such as `Box()`, "
        + "`Box.make()` or `[Int]()`, or a type, such as `Box.self`.")
    var allowRedundancy = false
  }

  static let description = RuleDescription(
    id: "explicit_type_interface", summary: "State the type of each variable.", kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "let ↓a = 1", "struct A {\n  static let ↓b = 1\n  var ↓c = 2, ↓d = 3\n}", "func f() {\n  var ↓a = 1\n}",
      Example("let ↓a = \"\"\nlet ↓b = make()\nlet ↓c = Box.shared", options: ["allow_redundancy": true]),
      Example("let ↓a = 1\nclass B {\n  static var ↓c = 1\n  var d = 1\n}", options: ["excluded_names": ["instance"]]),
    ],
    nonTriggering: [
      "let a: Int = 1", "if let a = b {}", "for a in b {}",
      Example("struct A {\n  var b = 1\n}", options: ["excluded_names": ["instance"]]),
      Example(
        "let a = Box()\nlet b = try? Box.make()\nlet c = [Int]()\nlet d = Box.self", options: ["allow_redundancy": true]
      ),
      Example(
        "let a = 1\nclass B {\n  static var c = 1\n  class var d = 1\n}",
        options: ["excluded_names": ["local", "static", "class"]]),
    ])

  let options: Options

  func violations(of node: VariableDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard let kind = kind(of: node), !options.excludedNames.contains(kind) else { return [] }
    return Array(node.bindings).filter { $0.typeAnnotation == nil }.compactMap { binding in
      if options.allowRedundancy, showsType(binding.initializer?.value) { return nil }
      return Violation(binding, in: file, "missing type of the variable")
    }
  }

  private func kind(of node: VariableDeclSyntax) -> String? {
    if node.modifiers.contains(.class) { return "class" }
    if node.modifiers.contains(.static) { return "static" }
    switch node.parent?.kind {
    case .memberBlockItem: return "instance"
    case .codeBlockItem: return "local"
    default: return nil
    }
  }

  private func showsType(_ value: ExprSyntax?) -> Bool {
    guard let value else { return false }
    if let tried = value.as(TryExprSyntax.self) {
      return tried.expression.kind == .functionCallExpr && showsType(tried.expression)
    }
    if let member = value.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.tokenKind == .keyword(.self)
    }
    guard let called = value.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    return called.is(ArrayExprSyntax.self) || called.bareText.first?.isUppercase == true
  }
}

struct NoMagicNumbersRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(.testParentClasses) var testParentClasses = ["QuickSpec", "XCTestCase"]
    @RuleOption("Numbers that are allowed without a name, in addition to 0, 1 and 100.")
    var allowedNumbers = ["0", "1", "100"]
  }

  static let description = RuleDescription(
    id: "no_magic_numbers", summary: "Give a number in the code a name that states its meaning.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["run(after: ↓5)", "let area = ↓2 * side", "return [↓3.5]", "let a = 1 << ↓2 | 1"],
    nonTriggering: [
      "let limit = 5", "func f(after delay: Int = 5) {}", "let first = values[0] + 1", "enum Kind: Int { case a = 5 }",
      "class ATests: XCTestCase {\n  func testA() { run(5) }\n}\nextension ATests {\n  func b() { run(6) }\n}",
      "let flag = 1 << 5", "let a = -3",
      Example("run(after: 5.0 + 1)", options: ["allowed_numbers": ["5"]]),
      Example("class A: Base {\n  func a() { run(5) }\n}", options: ["test_parent_classes": ["Base"]]),
      Example("class A: XCTestCase {\n  func a() { run(5) }\n}", options: ["test_parent_classes": ["Base"]]),
    ])

  private let parents: [String]
  private let allowed: Set<Double>

  init(options: Options) {
    parents = TestClassOptions.all(options.testParentClasses)
    allowed = Set(options.allowedNumbers.compactMap(Double.init)).union([0, 1, 100])
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let testClasses = file.nodes(ClassDeclSyntax.self).filter { $0.inherits(from: parents) }
    let names = Set(testClasses.map(\.name.text))
    func check(_ literal: TokenSyntax) -> Violation? {
      guard let value = Double(literal.text.filter { $0 != "_" }), !allowed.contains(value), let node = literal.parent,
        !isNamed(node), !isShift(node), testClasses.isEmpty || !isInTest(node, names)
      else { return nil }
      return Violation(literal, in: file, "magic number; give it a name")
    }
    return file.nodes(IntegerLiteralExprSyntax.self).compactMap { check($0.literal) }
      + file.nodes(FloatLiteralExprSyntax.self).compactMap { check($0.literal) }
  }

  private func isNamed(_ node: Syntax) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.kind == .initializerClause { return true }
    if parent.kind == .prefixOperatorExpr, parent.parent?.kind == .initializerClause { return true }
    // `let (a, b) = (1, 2)`: an element of a tuple that initializes a tuple pattern.
    guard parent.kind == .labeledExpr, let tuple = parent.parent?.parent?.as(TupleExprSyntax.self),
      tuple.parent?.kind == .initializerClause, let binding = tuple.parent?.parent?.as(PatternBindingSyntax.self)
    else { return false }
    return binding.pattern.is(TuplePatternSyntax.self)
  }

  /// Whether the number is an operand of a shift that is not part of a larger expression.
  private func isShift(_ node: Syntax) -> Bool {
    guard let elements = node.parent?.as(ExprListSyntax.self), elements.count == 3,
      let sequence = elements.parent, let symbol = elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self),
      symbol.operator.text == "<<" || symbol.operator.text == ">>", let owner = sequence.parent
    else { return false }
    return !owner.isProtocol((any ExprSyntaxProtocol).self)
  }

  private func isInTest(_ node: Syntax, _ names: Set<String>) -> Bool {
    for ancestor in node.ancestors {
      if let type = ancestor.as(ClassDeclSyntax.self), type.inherits(from: parents) { return true }
      if let type = ancestor.as(ExtensionDeclSyntax.self), names.contains(type.extendedType.bareText) {
        return true
      }
    }
    return false
  }
}
