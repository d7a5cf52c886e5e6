// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct RedundantTypeAnnotationRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whole names of attributes, without `@`, whose variables are not checked.")
    var ignoreAttributes = ["IBInspectable"]
    @RuleOption("Whether properties are not checked, only local and global variables.") var ignoreProperties = false
    @RuleOption("Whether `Int`, `Double`, `String` and `Bool` before a literal are reported.")
    var considerDefaultLiteralTypesRedundant = false
  }

  static let description = RuleDescription(
    id: "redundant_type_annotation", summary: "Leave out a type annotation where the initial value shows the type.",
    kind: .idiomatic, swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "let a↓: Box = Box()", "var a↓: Box = Box.b", "let a↓: A.Box = A.Box.init(1)", "if let a↓: Box = Box() {}",
      Example("let a↓: Int = 1", options: ["consider_default_literal_types_redundant": true]),
      Example("@Ab let c↓: Box = Box()", options: ["ignore_attributes": ["A"]]),
      Example("func f() {\n  let a↓: Box = Box()\n}", options: ["ignore_properties": true]),
    ],
    nonTriggering: [
      "let a: Box = .init()", "let a: Shape = Box()", "let a: Int = 1", "let a = Box()", "let a: Box? = Box()",
      Example("struct A {\n  let a: Box = Box()\n}", options: ["ignore_properties": true]),
      Example("@A let b: Box = Box()", options: ["ignore_attributes": ["A"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let values = StaticValues(file)
    return file.nodes(PatternBindingSyntax.self).compactMap { node -> Violation? in
      guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
        !variable.attributes.all.contains(where: { options.ignoreAttributes.contains($0.name) }),
        !options.ignoreProperties || variable.parent?.kind != .memberBlockItem,
        let annotation = node.typeAnnotation, let value = node.initializer?.value
      else { return nil }
      // The type of a wrapped variable, or one with a macro, is not that of its value.
      return violation(annotation, value, isPlain: variable.attributes.isEmpty, values, in: file)
    }
      + file.nodes(OptionalBindingConditionSyntax.self).compactMap { node in
        guard let annotation = node.typeAnnotation, let value = node.initializer?.value else { return nil }
        return violation(annotation, value, isPlain: true, values, in: file)
      }
  }

  private func violation(
    _ annotation: TypeAnnotationSyntax, _ value: ExprSyntax, isPlain: Bool, _ values: StaticValues, in file: ParsedFile
  ) -> Violation? {
    let type = annotation.type.bareText
    var value = value
    if let tried = value.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil { value = tried.expression }
    if let awaited = value.as(AwaitExprSyntax.self) { value = awaited.expression }
    guard matches(type, value) else { return nil }
    guard let before = annotation.previousToken(viewMode: .sourceAccurate) else { return nil }
    let range = before.end..<annotation.end
    let isCertain = isPlain && values.hasType(type, value) && !file.hasComment(range)
    return Violation(range, "unnecessary type annotation", edits: isCertain ? [.remove(range)] : [])
  }

  private func matches(_ type: String, _ value: ExprSyntax) -> Bool {
    switch value.kind {
    case .integerLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Int"
    case .floatLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Double"
    case .stringLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "String"
    case .booleanLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Bool"
    case .functionCallExpr:
      guard let call = value.as(FunctionCallExprSyntax.self) else { return false }
      if call.calledExpression.bareText == type { return true }
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
      return member.base?.bareText == type
    case .memberAccessExpr:
      guard let member = value.as(MemberAccessExprSyntax.self) else { return false }
      return member.base?.bareText == type
    case .sequenceExpr:
      let elements = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
      guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self), elements[1].bareText == "as"
      else { return false }
      return elements[2].bareText == type
    default: return false
    }
  }
}

/// The values whose types the file shows.
private final class StaticValues {
  private let file: ParsedFile
  private lazy var functions = Set(file.nodes(FunctionDeclSyntax.self).map(\.name.name))
  /// `Type.case` for the cases of the enumerations in the file.
  private lazy var cases = Set(
    file.nodes(EnumCaseElementSyntax.self).compactMap { element in
      element.enclosing(EnumDeclSyntax.self).map { "\($0.name.text).\(element.name.name)" }
    })

  init(_ file: ParsedFile) {
    self.file = file
  }

  /// Whether a value that is written with a type certainly has that type. A static member can have another type, such as
  /// a subclass or an optional that is unwrapped implicitly, or one that depends on the annotation.
  func hasType(_ type: String, _ value: ExprSyntax) -> Bool {
    switch value.kind {
    case .functionCallExpr:
      guard let call = value.as(FunctionCallExprSyntax.self) else { return false }
      let isInitializer = call.calledExpression.bareText == type || call.lastName == "init"
      // A function can have the name of a type.
      return (isInitializer && !functions.contains(type)) || cases.contains("\(type).\(call.lastName)")
    case .memberAccessExpr:
      guard let member = value.as(MemberAccessExprSyntax.self) else { return false }
      return cases.contains("\(type).\(member.declName.baseName.name)")
    default: return true
    }
  }
}
