// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct CompilerProtocolInitRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "compiler_protocol_init",
    summary: "Use a literal instead of calling the initializer of a literal protocol, which is meant for the compiler.",
    kind: .lint,
    swiftLint: .on,
    triggering: ["let a = ↓Set(arrayLiteral: 1, 2)", "let a = ↓Set.init(arrayLiteral: 1)"],
    nonTriggering: ["let a: Set = [1, 2]", "let a = Set(b)", "let a = Box(arrayLiteral: 1)"])

  private static let types: [String: Set<String>] = [
    "arrayLiteral": [
      "Array", "ArraySlice", "ContiguousArray", "IndexPath", "NSArray", "NSCountedSet", "NSMutableArray",
      "NSMutableOrderedSet", "NSMutableSet", "NSOrderedSet", "NSSet", "SBElementArray", "Set",
    ],
    "booleanLiteral": ["Bool", "NSDecimalNumber", "NSNumber", "ObjCBool"],
    "integerLiteral": [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
      "CGFloat", "NSDecimalNumber", "NSNumber",
    ],
    "floatLiteral": ["Decimal", "NSDecimalNumber", "NSNumber", "Double", "Float", "CGFloat"],
    "stringLiteral": ["NSMutableString", "NSString", "CSLocalizedString", "Selector", "StaticString", "String"],
    "unicodeScalarLiteral": ["StaticString", "String", "UnicodeScalar"],
    "extendedGraphemeClusterLiteral": ["Character", "StaticString", "String"],
    "stringInterpolation": ["String"],
    "dictionaryLiteral": ["Dictionary", "DictionaryLiteral", "NSDictionary", "NSMutableDictionary"],
    "nilLiteral": ["Optional", "ImplicitlyUnwrappedOptional"],
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("Literal") else { return [] }
    return file.nodes(FunctionCallExprSyntax.self).compactMap { call in
      guard call.trailingClosure == nil, let label = call.arguments.first?.label?.text, let types = Self.types[label]
      else { return nil }
      var name = call.calledExpression
      if let member = name.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
        let base = member.base
      {
        name = base
      }
      guard let identifier = name.identifier, types.contains(identifier) else { return nil }
      return Violation(call, in: file, "use a literal instead of init(\(label):)")
    }
  }
}

struct DiscouragedDirectInitRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whole names of types that have a shared instance; `A` includes `A.init`.")
    var types = ["Bundle", "Bundle.init", "NSError", "NSError.init", "UIDevice", "UIDevice.init"]
  }

  static let description = RuleDescription(
    id: "discouraged_direct_init",
    summary: "Use the shared instance of types such as `Bundle` and `UIDevice` instead of initializing them.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "let a = ↓Bundle()", "let a = ↓UIDevice.init()", Example("let a = ↓Box()", options: ["types": ["Box"]]),
      Example("let a = ↓A.Box.init()", options: ["types": ["A.Box"]]),
    ],
    nonTriggering: [
      "let a = Bundle.main", "let a = Bundle(path: b)", "let a = NSError(domain: b, code: 1)",
      Example("let a = MyBox()\nlet b = C.Box()\nlet d = Bundle()", options: ["types": ["Box"]]),
    ])

  private let types: Set<String>

  init(options: Options) {
    types = Set(options.types).union(options.types.map { $0 + ".init" })
  }

  func violation(of call: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard call.arguments.isEmpty, call.trailingClosure == nil,
      call.calledExpression.end - call.calledExpression.start < 80,
      types.contains(file.text(of: call.calledExpression))
    else { return nil }
    return Violation(call, in: file, "use a shared instance")
  }
}

struct ExplicitInitRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to report `.init()` without a type.") var includeBareInit = false
  }

  static let description = RuleDescription(
    id: "explicit_init", summary: "Write `A()` instead of `A.init()`.", kind: .idiomatic, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "let a = A↓.init()", "let a = [1].map { Box<Int>↓.init($0) }",
      Example("let a: A = ↓.init()", options: ["include_bare_init": true]),
    ],
    nonTriggering: [
      "let a = A()", "let a = b.map(A.init)", "self.init(a)", "type(of: a).init()", "let a: A = .init()",
      "let a = b.init()",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("init").compactMap { call in
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
      let range = member.period.start..<member.declName.end
      guard let base = member.base else {
        return options.includeBareInit ? Violation(range, "initializer without its type") : nil
      }
      guard isType(base) else { return nil }
      let gap = base.end..<member.period.start
      let isCertain = gap.isEmpty && !isLiteral(call) && !isHidden(base, in: file)
      return Violation(range, "unnecessary .init", edits: isCertain ? [.remove(range)] : [])
    }
  }

  /// Whether the only argument is a literal: without `.init` it can be converted to the type as a literal.
  private func isLiteral(_ call: FunctionCallExprSyntax) -> Bool {
    guard let only = call.arguments.only, only.label == nil else { return false }
    let value = only.expression.withoutParentheses
    return [
      .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr, .arrayExpr, .dictionaryExpr,
      .nilLiteralExpr, .prefixOperatorExpr, .regexLiteralExpr,
    ].contains(value.kind)
  }

  /// Whether the name is that of a variable or function, which cannot be called in this way.
  private func isHidden(_ type: ExprSyntax, in file: ParsedFile) -> Bool {
    guard let name = type.lastName else { return false }
    return file.localNames.values.contains(name)
  }

  private func isType(_ expression: ExprSyntax) -> Bool {
    if let name = expression.lastName { return name.first?.isUppercase == true }
    return expression.as(GenericSpecializationExprSyntax.self).map { isType($0.expression) } ?? false
  }
}

struct OptionalDataStringConversionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "optional_data_string_conversion",
    summary: "Use `String(bytes:encoding:)` instead of `String(decoding:as:)`, which replaces invalid UTF-8 silently.",
    kind: .lint, isOptIn: true,
    swiftLint: .on,
    triggering: ["let a = ↓String(decoding: b, as: UTF8.self)", "f(↓String(decoding: b, as: UTF8.self))"],
    nonTriggering: ["let a = String(data: b, encoding: .utf8)", "let a = String(decoding: b, as: UTF16.self)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("String").compactMap { call in
      guard call.isPlainCall("String"), call.arguments.map({ $0.label?.text }) == ["decoding", "as"],
        call.arguments.last?.expression.bareText == "UTF8.self"
      else { return nil }
      return Violation(call, in: file, "use the failable String(bytes:encoding:)")
    }
  }
}

struct NonOptionalStringDataConversionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "non_optional_string_data_conversion",
    summary: "Use `Data(string.utf8)` instead of `data(using: .utf8)`: the result is not optional.", kind: .lint,
    swiftLint: .on,
    triggering: ["let a = ↓\"b\".data(using: .utf8)", "let a = ↓\"b\".data(using: String.Encoding.utf8)"],
    nonTriggering: [
      "let a = Data(b.utf8)", "let a = b.data(using: .utf8)", "let a = b.data(using: .ascii)",
      "let a = b.data(using: .utf8, allowLossyConversion: true)",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("data").compactMap { call in
      guard call.receiver?.is(StringLiteralExprSyntax.self) == true, let argument = call.arguments.only,
        argument.label?.text == "using",
        [".utf8", "String.Encoding.utf8"].contains(argument.expression.bareText)
      else { return nil }
      return Violation(call, in: file, "use Data(string.utf8)")
    }
  }
}

struct NSNumberInitAsFunctionReferenceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "ns_number_init_as_function_reference", name: "NSNumber Init as Function Reference",
    summary: "Use a closure instead of `NSNumber.init` as a function: the reference can resolve to a wrong overload.",
    kind: .lint, swiftLint: .on,
    triggering: ["let a = b.map(↓NSNumber.init)", "let a = ↓NSDecimalNumber.init"],
    nonTriggering: ["let a = b.map { NSNumber(value: $0) }", "let a = NSNumber.init(value: 1)"])

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("Number") else { return [] }
    return file.nodes(MemberAccessExprSyntax.self).compactMap { node in
      guard node.declName.baseName.text == "init",
        ["NSNumber", "NSDecimalNumber"].contains(node.base?.identifier ?? ""),
        node.declName.argumentNames == nil,
        node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != ExprSyntax(node).id
      else { return nil }
      return Violation(node, in: file, "call the initializer in a closure")
    }
  }
}

struct NotificationCenterDetachmentRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "notification_center_detachment",
    summary: "Remove an object as an observer of notifications only in its `deinit`.",
    kind: .lint,
    swiftLint: .on,
    triggering: [
      "class A {\n  func b() {\n    ↓NotificationCenter.default.removeObserver(self)\n  }\n}",
      "class A {\n  init() {\n    ↓NotificationCenter.default.removeObserver(self)\n  }\n}",
    ],
    nonTriggering: [
      "class A {\n  deinit {\n    NotificationCenter.default.removeObserver(self)\n  }\n}",
      "func f() {\n  NotificationCenter.default.removeObserver(a)\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("removeObserver").compactMap { call in
      guard call.receiver?.bareText == "NotificationCenter.default", call.arguments.count == 1,
        call.arguments.first?.expression.bareText == "self", call.isInside([.classDecl]),
        !call.isInside([.deinitializerDecl])
      else { return nil }
      return Violation(call, in: file, "remove all observers in deinit only")
    }
  }
}
