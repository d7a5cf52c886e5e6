// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct SyntacticSugarRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "syntactic_sugar",
    summary:
      "Write `[Int]`, `[Int: Int]` and `Int?` instead of `Array<Int>`, `Dictionary<Int, Int>` and `Optional<Int>`.",
    kind: .idiomatic, isOptIn: true,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "let a: ↓Array<Int>", "let a: ↓Dictionary<Int, String>", "func f(a: ↓Optional<Int>) {}", "let a = ↓Array<Int>()",
      "let a: ↓Swift.Optional<Int>",
    ],
    nonTriggering: [
      "let a: [Int]", "let a: Array<Int>.Index", "let a = b as Array", "extension Array where Element == Int {}",
      "let a = Array(b)", "f(Optional<Int>.self)",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    for node in file.nodes(IdentifierTypeSyntax.self) {
      guard let arguments = node.genericArgumentClause, node.parent?.is(MemberTypeSyntax.self) != true else { continue }
      guard !file.localNames.all.contains(node.name.name) else { continue }
      check(node.name.text, arguments, Syntax(node), &result, in: file)
    }
    for node in file.nodes(MemberTypeSyntax.self) {
      guard let arguments = node.genericArgumentClause, node.baseType.bareText == "Swift",
        node.parent?.is(MemberTypeSyntax.self) != true
      else { continue }
      check(node.name.text, arguments, Syntax(node), &result, in: file)
    }
    for node in file.nodes(GenericSpecializationExprSyntax.self) {
      guard let name = node.expression.lastName,
        node.expression.identifier != nil || node.expression.bareText.hasPrefix("Swift.")
      else { continue }
      if let member = node.parent?.as(MemberAccessExprSyntax.self), !isSugared(member) { continue }
      guard node.expression.identifier == nil || !file.localNames.all.contains(name) else { continue }
      check(name, node.genericArgumentClause, Syntax(node), &result, in: file)
    }
    return result
  }

  /// Whether the member can follow the short form, unlike nested types and `self`.
  private func isSugared(_ node: MemberAccessExprSyntax) -> Bool {
    let name = node.declName.baseName.text
    return name != "self" && name.first?.isUppercase != true
  }

  private func check(
    _ name: String, _ clause: GenericArgumentClauseSyntax, _ node: Syntax, _ result: inout [Violation],
    in file: ParsedFile
  ) {
    let arguments = clause.arguments.map { file.text(of: $0.argument) }
    let sugar: String
    switch (name, arguments.count) {
    case ("Array", 1): sugar = "[\(arguments[0])]"
    case ("Dictionary", 2): sugar = "[\(arguments[0]): \(arguments[1])]"
    case ("Optional", 1), ("ImplicitlyUnwrappedOptional", 1):
      let isSimple = arguments[0].allSatisfy { $0.isLetter || $0.isNumber || "_.<>[]:".contains($0) }
      sugar = (isSimple ? arguments[0] : "(\(arguments[0]))") + (name == "Optional" ? "?" : "!")
    default: return
    }
    guard isWritable(clause, node) else {
      result.append(Violation(node, in: file, "use the short form of \(name)"))
      return
    }
    result.append(
      Violation(
        node, in: file, "use \(sugar.prefix(60))",
        edits: file.hasInnerComment(node) ? [] : [TextEdit(node.range, sugar)]))
  }

  /// Whether the short form can be written there. In an expression, the types of functions cannot have labels or
  /// specifiers, and in a pattern `?` matches an optional.
  private func isWritable(_ clause: GenericArgumentClauseSyntax, _ node: Syntax) -> Bool {
    guard node.kind == .genericSpecializationExpr else { return true }
    if node.isInside(Self.patterns, before: [.codeBlockItem, .closureExpr]) { return false }
    return clause.arguments.tokens(viewMode: .sourceAccurate).allSatisfy { token in
      switch token.parent?.kind {
      case .tupleTypeElement: token.tokenKind != .colon || token.parent?.parent?.parent?.kind != .functionType
      case .simpleTypeSpecifier: token.tokenKind == .keyword(.inout)
      default: token.parent?.parent?.kind != .typeSpecifierList
      }
    }
  }

  private static let patterns: SyntaxKindSet = [
    .catchItem, .expressionPattern, .matchingPatternCondition, .switchCaseItem,
  ]
}

struct UnneededSynthesizedInitializerRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unneeded_synthesized_initializer", summary: "Leave out an initializer that the compiler synthesizes.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: [
      "struct A {\n  let b: Int\n  ↓init(b: Int) {\n    self.b = b\n  }\n}", "struct A {\n  var b = 1\n  ↓init() {}\n}",
    ],
    nonTriggering: [
      "struct A {\n  let b: Int\n  public init(b: Int) {\n    self.b = b\n  }\n}",
      "struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b + 1\n  }\n}",
      "struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n  init() { b = 1 }\n}",
      "struct A {\n  private let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n}",
      "struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n#if C\n  init() { b = 1 }\n#endif\n}",
      "struct A {\n  let b: () -> Int\n  init(@C b: @escaping () -> Int) {\n    self.b = b\n  }\n}",
    ])

  private struct Property {
    let name: String
    let type: String
    let hasDefault: Bool
    let value: String?
    let isConstant: Bool
    let isPrivate: Bool
  }

  func violations(of node: StructDeclSyntax, in file: ParsedFile) -> [Violation] {
    let members = node.memberBlock.members
    let initializers = members.declarations(InitializerDeclSyntax.self)
    guard !initializers.isEmpty, initializers.count <= 2, !members.hasConditionalStorage,
      let properties = properties(members)
    else { return [] }
    // A macro can add members. Without one of two initializers, the other one prevents the synthesis.
    let isCertain =
      node.attributes.isEmpty && initializers.count == 1
      && members.declarations(MacroExpansionDeclSyntax.self).isEmpty
    let unneeded = initializers.filter { isUnneeded($0, properties) }
    guard unneeded.count == initializers.count else { return [] }
    return unneeded.map { initializer in
      Violation(
        initializer, in: file, "unnecessary initializer; the compiler synthesizes the same",
        edits: isCertain ? file.removal(ofDeclaration: initializer) : [])
    }
  }

  /// - Returns: nil if the rule does not support one of the properties.
  private func properties(_ members: MemberBlockItemListSyntax) -> [Property]? {
    var result: [Property] = []
    for variable in members.declarations(VariableDeclSyntax.self) {
      guard !variable.modifiers.isStatic, !variable.modifiers.contains(.lazy) else { continue }
      guard variable.attributes.isEmpty else { return nil }
      for binding in variable.bindings {
        if binding.isComputed { continue }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        result.append(
          Property(
            name: name, type: binding.typeAnnotation?.type.bareText ?? "",
            hasDefault: binding.initializer != nil
              || (!isConstant && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true),
            value: binding.initializer?.value.bareText, isConstant: isConstant,
            isPrivate: variable.modifiers.isPrivate))
      }
    }
    return result
  }

  private func isUnneeded(_ node: InitializerDeclSyntax, _ properties: [Property]) -> Bool {
    guard node.attributes.isEmpty, node.optionalMark == nil, node.genericParameterClause == nil,
      node.genericWhereClause == nil,
      node.signature.effectSpecifiers == nil, let body = node.body,
      (node.modifiers.accessLevel ?? .internal) == .internal,
      node.modifiers.allSatisfy({ AccessLevel($0) != nil })
    else { return false }
    let parameters = Array(node.signature.parameterClause.parameters)
    if parameters.isEmpty {
      return body.statements.isEmpty && properties.allSatisfy(\.hasDefault)
    }
    let wanted = properties.filter { !($0.isConstant && $0.value != nil) }
    guard parameters.count == wanted.count, !wanted.contains(where: \.isPrivate),
      body.statements.count == parameters.count
    else { return false }
    for (parameter, property) in zip(parameters, wanted) {
      guard parameter.secondName == nil, parameter.firstName.text == property.name, parameter.attributes.isEmpty,
        parameter.modifiers.isEmpty, parameter.ellipsis == nil,
        parameter.type.bareText == property.type
          || "@escaping \(property.type)" == parameter.type.bareText,
        parameter.defaultValue?.value.bareText == (property.isConstant ? nil : property.value)
      else { return false }
    }
    let assignments = Set(body.statements.map(\.item.bareText))
    return assignments == Set(wanted.map { "self.\($0.name) = \($0.name)" })
  }
}

struct ValidIbinspectableRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "valid_ibinspectable", name: "Valid IBInspectable",
    summary: "Use `@IBInspectable` only for variables of types that Interface Builder supports.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "class A {\n  @IBInspectable ↓let b: Int\n}", "class A {\n  @IBInspectable ↓var b: Int?\n}",
      "class A {\n  @IBInspectable ↓var b = 1\n}",
    ],
    nonTriggering: [
      "class A {\n  @IBInspectable var b: Int = 1\n}", "class A {\n  @IBInspectable var b: String?\n}",
      "class A {\n  let b: Int\n}",
    ])

  private static let types: Set<String> = {
    let objects = [
      "CGFloat", "Float", "Double", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "Bool", "CGPoint", "NSPoint", "CGSize", "NSSize", "CGRect", "NSRect",
    ]
    let optional = ["String", "NSString", "UIColor", "NSColor", "UIImage", "NSImage"]
    return Set(objects + optional + optional.flatMap { ["\($0)?", "\($0)!", "Optional<\($0)>"] })
  }()

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.attributes.has("IBInspectable") else { return nil }
    let type = node.bindings.first?.typeAnnotation?.type.bareText ?? ""
    guard node.bindingSpecifier.tokenKind == .keyword(.let) || !Self.types.contains(type) else { return nil }
    return Violation(node.bindingSpecifier, in: file, "variable has a type that Interface Builder does not support")
  }
}

struct DeploymentTargetRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("The oldest version of iOS that the program supports.") var iosDeploymentTarget = "7.0"
    @RuleOption("The oldest version of macOS.") var macosDeploymentTarget = "10.9"
    @RuleOption("The oldest version of tvOS.") var tvosDeploymentTarget = "9.0"
    @RuleOption("The oldest version of watchOS.") var watchosDeploymentTarget = "1.0"
    @RuleOption("The oldest version of iOS for `iOSApplicationExtension`; that of `iOS` if empty.")
    var iosApplicationExtensionDeploymentTarget = ""
    @RuleOption("The same for macOS.") var macosApplicationExtensionDeploymentTarget = ""
    @RuleOption("The same for tvOS.") var tvosApplicationExtensionDeploymentTarget = ""
    @RuleOption("The same for watchOS.") var watchosApplicationExtensionDeploymentTarget = ""
  }

  static let description = RuleDescription(
    id: "deployment_target", summary: "Remove an availability check that always succeeds with the deployment target.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "@available(↓iOS 6.0, *)\nclass A {}", "if #available(↓macOS 10.7, *) {}",
      Example("if #unavailable(↓iOS 12) {}", options: ["ios_deployment_target": "13.0"]),
      Example(
        "if #available(↓iOSApplicationExtension 12, *) {}\nif #available(↓OSX 10.15, *) {}",
        options: ["ios_deployment_target": "13.0", "macos_deployment_target": "11"]),
    ],
    nonTriggering: [
      "@available(iOS 12.0, *)\nclass A {}", "if #available(iOS 10.0, *) {}",
      Example(
        "if #available(iOSApplicationExtension 12, *) {}",
        options: ["ios_deployment_target": "13.0", "ios_application_extension_deployment_target": "11"]),
    ])

  private let limits: [String: [Int]]

  init(options: Options) {
    func parts(_ version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }
    var limits: [String: [Int]] = [:]
    for (name, version, inExtension) in [
      ("iOS", options.iosDeploymentTarget, options.iosApplicationExtensionDeploymentTarget),
      ("macOS", options.macosDeploymentTarget, options.macosApplicationExtensionDeploymentTarget),
      ("OSX", options.macosDeploymentTarget, options.macosApplicationExtensionDeploymentTarget),
      ("tvOS", options.tvosDeploymentTarget, options.tvosApplicationExtensionDeploymentTarget),
      ("watchOS", options.watchosDeploymentTarget, options.watchosApplicationExtensionDeploymentTarget),
    ] {
      limits[name] = parts(version)
      limits[name + "ApplicationExtension"] = parts(inExtension.isEmpty ? version : inExtension)
    }
    self.limits = limits
  }

  func violation(of node: PlatformVersionSyntax, in file: ParsedFile) -> Violation? {
    guard let limit = limits[node.platform.text], let version = node.version?.bareText else { return nil }
    let parts = version.split(separator: ".").map { Int($0) ?? 0 }
    let size = max(parts.count, limit.count)
    let padded = [parts, limit].map { $0 + [Int](repeating: 0, count: size - $0.count) }
    guard !padded[1].lexicographicallyPrecedes(padded[0]) else { return nil }
    return Violation(node.platform, in: file, "version is not newer than the deployment target")
  }
}
