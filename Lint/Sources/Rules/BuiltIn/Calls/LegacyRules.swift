// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct LegacyConstantRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_constant",
    summary: "Use constants that are members of a type, such as `CGRect.zero`, instead of global ones.",
    kind: .idiomatic, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a = ↓CGRectZero", "let b = ↓CGFloat(M_PI)", "f(↓NSZeroPoint)"],
    nonTriggering: ["let a = CGRect.zero", "let b = CGFloat.pi", "let c = M_PI"])

  private static let constants = [
    "CGRectInfinite": "CGRect.infinite", "CGPointZero": "CGPoint.zero", "CGRectZero": "CGRect.zero",
    "CGSizeZero": "CGSize.zero", "CGRectNull": "CGRect.null", "NSZeroPoint": "NSPoint.zero",
    "NSZeroRect": "NSRect.zero", "NSZeroSize": "NSSize.zero",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("CG") || file.text.contains("NSZero") || file.text.contains("M_PI") else { return [] }
    var result = file.nodes(DeclReferenceExprSyntax.self).compactMap { node -> Violation? in
      guard let name = Self.constants[node.baseName.text] else { return nil }
      // A member with that name is something else.
      let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
      let isCertain = !isMember && !file.localNames.all.contains(node.baseName.text)
      return Violation(node, in: file, "use \(name)", edits: isCertain ? [TextEdit(node.range, name)] : [])
    }
    for type in ["CGFloat", "Float"] {
      for call in file.calls(type) {
        guard call.arguments.count == 1, call.arguments.first?.expression.identifier == "M_PI" else { continue }
        let edits = file.hasInnerComment(call) ? [] : [TextEdit(call.range, "\(type).pi")]
        result.append(Violation(call, in: file, "use \(type).pi", edits: edits))
      }
    }
    return result
  }
}

struct LegacyConstructorRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_constructor",
    summary: "Use the initializers of types such as `CGPoint` instead of functions such as `CGPointMake`.",
    kind: .idiomatic, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a = ↓CGPointMake(1, 2)", "f(↓NSMakeRange(a, b))"],
    nonTriggering: ["let a = CGPoint(x: 1, y: 2)", "let a = CGPointMake"])

  private static let labels: [String: (String, [String])] = [
    "CGRectMake": ("CGRect", ["x", "y", "width", "height"]), "CGPointMake": ("CGPoint", ["x", "y"]),
    "CGSizeMake": ("CGSize", ["width", "height"]), "CGVectorMake": ("CGVector", ["dx", "dy"]),
    "NSMakePoint": ("NSPoint", ["x", "y"]), "NSMakeSize": ("NSSize", ["width", "height"]),
    "NSMakeRect": ("NSRect", ["x", "y", "width", "height"]), "NSMakeRange": ("NSRange", ["location", "length"]),
    "UIEdgeInsetsMake": ("UIEdgeInsets", ["top", "left", "bottom", "right"]),
    "NSEdgeInsetsMake": ("NSEdgeInsets", ["top", "left", "bottom", "right"]),
    "UIOffsetMake": ("UIOffset", ["horizontal", "vertical"]),
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    Self.labels.flatMap { name, replacement in
      file.calls(name).filter { $0.isPlainCall(name) }.map { call in
        var edits: [TextEdit] = []
        let isCertain =
          call.trailingClosure == nil && call.arguments.allSatisfy { $0.label == nil }
          && !file.localNames.all.contains(name)
        if isCertain, call.arguments.count == replacement.1.count {
          edits.append(TextEdit(call.calledExpression.range, replacement.0))
          edits += zip(call.arguments, replacement.1).map { .insert("\($1): ", at: $0.start) }
        }
        return Violation(call, in: file, "use the initializer of \(replacement.0)", edits: edits)
      }
    }
  }
}

struct LegacyCGGeometryFunctionsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_cggeometry_functions", name: "Legacy CGGeometry Functions",
    summary: "Use the properties and methods of `CGRect`, `CGPoint` and `CGSize` instead of global functions.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: ["↓CGRectGetWidth(a)", "↓CGRectContainsPoint(a, b)"],
    nonTriggering: ["a.width", "a.contains(b)"])

  private static let members = [
    "CGRectGetWidth": "width", "CGRectGetHeight": "height", "CGRectGetMinX": "minX", "CGRectGetMidX": "midX",
    "CGRectGetMaxX": "maxX", "CGRectGetMinY": "minY", "CGRectGetMidY": "midY", "CGRectGetMaxY": "maxY",
    "CGRectIsNull": "isNull", "CGRectIsEmpty": "isEmpty", "CGRectIsInfinite": "isInfinite",
    "CGRectStandardize": "standardized", "CGRectIntegral": "integral", "CGRectInset": "insetBy",
    "CGRectOffset": "offsetBy", "CGRectUnion": "union", "CGRectIntersection": "intersection",
    "CGRectContainsRect": "contains", "CGRectContainsPoint": "contains", "CGRectIntersectsRect": "intersects",
  ]

  func violations(in file: ParsedFile) -> [Violation] { LegacyFunctions.violations(of: Self.members, in: file) }
}

struct LegacyNSGeometryFunctionsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_nsgeometry_functions", name: "Legacy NSGeometry Functions",
    summary: "Use the properties and methods of `NSRect`, `NSPoint` and `NSSize` instead of global functions.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: ["↓NSWidth(a)", "↓NSPointInRect(a, b)"],
    nonTriggering: ["a.width", "a.contains(b)"])

  private static let members = [
    "NSWidth": "width", "NSHeight": "height", "NSMinX": "minX", "NSMidX": "midX", "NSMaxX": "maxX", "NSMinY": "minY",
    "NSMidY": "midY", "NSMaxY": "maxY", "NSEqualRects": "==", "NSEqualSizes": "==", "NSEqualPoints": "==",
    "NSEdgeInsetsEqual": "==", "NSIsEmptyRect": "isEmpty", "NSIntegralRect": "integral", "NSInsetRect": "insetBy",
    "NSOffsetRect": "offsetBy", "NSUnionRect": "union", "NSIntersectionRect": "intersection",
    "NSContainsRect": "contains", "NSPointInRect": "contains", "NSIntersectsRect": "intersects",
  ]

  func violations(in file: ParsedFile) -> [Violation] { LegacyFunctions.violations(of: Self.members, in: file) }
}

private enum LegacyFunctions {
  static func violations(of members: [String: String], in file: ParsedFile) -> [Violation] {
    members.flatMap { name, member in
      file.calls(name).filter { $0.isPlainCall(name) }.map { call in
        // Only properties are corrected: the labels of functions with more parameters differ.
        var edits: [TextEdit] = []
        if call.arguments.count == 1, call.trailingClosure == nil, let value = call.arguments.first?.expression,
          value.is(DeclReferenceExprSyntax.self) || value.is(MemberAccessExprSyntax.self),
          call.arguments.first?.label == nil, !file.localNames.all.contains(name), !file.hasInnerComment(call)
        {
          edits = [TextEdit(call.range, "\(file.text(of: value)).\(member)")]
        }
        return Violation(call, in: file, "use \(member) instead of \(name)", edits: edits)
      }
    }
  }
}

struct LegacyRandomRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_random",
    summary: "Use `random(in:)` instead of `arc4random` and similar functions, whose results can be biased.",
    kind: .idiomatic, swiftLint: .on,
    triggering: ["let a = ↓arc4random()", "let b = ↓arc4random_uniform(10)", "let c = ↓drand48()"],
    nonTriggering: ["let a = Int.random(in: 0..<10)", "let b = arc4random"])

  func violations(in file: ParsedFile) -> [Violation] {
    ["arc4random", "arc4random_uniform", "drand48"].flatMap { name in
      file.calls(name).filter { $0.isPlainCall(name) }.map {
        Violation($0, in: file, "use random(in:) instead of \(name)")
      }
    }
  }
}

struct LegacyHashingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "legacy_hashing", summary: "Implement `hash(into:)` instead of `hashValue`.", kind: .idiomatic,
    swiftLint: .on,
    triggering: [
      "struct A {\n  ↓var hashValue: Int { 1 }\n}", "class A {\n  public ↓var hashValue: Int {\n    get { 1 }\n  }\n}",
    ],
    nonTriggering: [
      "struct A {\n  func hash(into hasher: inout Hasher) {}\n}",
      "struct A {\n  let hashValue: Int\n  var hashValues: Int\n}",
    ])

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.bindingSpecifier.tokenKind == .keyword(.var), node.onlyName == "hashValue",
      node.parent?.kind == .memberBlockItem, !node.modifiers.contains(.override),
      node.bindings.first?.typeAnnotation?.type.bareText == "Int", node.bindings.first?.accessorBlock != nil
    else { return nil }
    return Violation(node.bindingSpecifier, in: file, "implement hash(into:) instead of hashValue")
  }
}

struct LegacyMultipleRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "legacy_multiple", summary: "Use `isMultiple(of:)` instead of comparing a remainder with zero.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["if a ↓% 2 == 0 {}", "let b = c ↓% d != 0", "let e = 0 == a ↓% 2"],
    nonTriggering: ["if a.isMultiple(of: 2) {}", "if a % 2 == 1 {}", "let b = a % 2"])

  func violations(of node: SequenceExprSyntax, in file: ParsedFile) -> [Violation] {
    let elements = Array(node.elements)
    guard elements.count >= 5 else { return [] }
    return elements.indices.compactMap { index in
      guard let remainder = elements[index].as(BinaryOperatorExprSyntax.self), remainder.operator.text == "%" else {
        return nil
      }
      let after =
        index + 3 < elements.count && isComparison(elements[index + 2]) && elements[index + 3].integer == "0"
      let before = index >= 3 && isComparison(elements[index - 2]) && elements[index - 3].integer == "0"
      guard after || before else { return nil }
      return Violation(remainder, in: file, "use isMultiple(of:)")
    }
  }

  private func isComparison(_ expression: ExprSyntax) -> Bool {
    ["==", "!="].contains(expression.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
  }
}

struct LegacyObjcTypeRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "legacy_objc_type", name: "Legacy Objective-C Type",
    summary: "Use Swift's value types instead of classes such as `NSArray` and `NSString`.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["var a: ↓NSArray?", "let b = ↓NSData()", "class A: ↓NSString {}", "let c = ↓NSNumber(value: 1)"],
    nonTriggering: ["var a: [Int]", "let b = Data()", "class A: NSObject {}"])

  private static let types: Set<String> = [
    "NSAffineTransform", "NSArray", "NSCalendar", "NSCharacterSet", "NSData", "NSDateComponents", "NSDateInterval",
    "NSDate", "NSDecimalNumber", "NSDictionary", "NSIndexPath", "NSIndexSet", "NSLocale", "NSMeasurement",
    "NSNotification", "NSNumber", "NSPersonNameComponents", "NSSet", "NSString", "NSTimeZone", "NSURL",
    "NSURLComponents", "NSURLQueryItem", "NSURLRequest", "NSUUID",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("NS") else { return [] }
    return file.tokens(startingWith: "NS").filter { Self.types.contains($0.text) && isReference($0) }.map {
      Violation($0, in: file, "use the value type of Swift")
    }
  }

  /// Whether the name refers to a type, or is used as an expression.
  private func isReference(_ name: TokenSyntax) -> Bool {
    switch name.parent?.kind {
    case .identifierType, .declReferenceExpr: true
    case .memberType: name.parent?.as(MemberTypeSyntax.self)?.baseType.bareText == "Foundation"
    default: false
    }
  }
}

struct BlockBasedKVORule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "block_based_kvo", name: "Block Based KVO",
    summary: "Observe with a key path and a closure: `observeValue(forKeyPath:)` is not checked by the compiler.",
    kind: .idiomatic, swiftLint: .on,
    triggering: [
      "class A: NSObject {\n  override ↓func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {}\n}",
      "class A: NSObject {\n  override ↓func observeValue(forKeyPath keyPath: String?, of object: Any?, change: Dictionary<NSKeyValueChangeKey, Any>?, context: UnsafeMutableRawPointer?) {}\n}",
    ],
    nonTriggering: [
      "let a = b.observe(\\.c) { _, _ in }", "class A {\n  func observeValue(forKeyPath a: String) {}\n}",
    ])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.text == "observeValue", node.modifiers.contains(.override),
      node.signature.parameterClause.parameters.map(\.firstName.text) == ["forKeyPath", "of", "change", "context"]
    else { return nil }
    return Violation(node.funcKeyword, in: file, "observe with a key path and a closure")
  }
}
