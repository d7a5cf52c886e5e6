// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ObjectLiteralRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether initializers of images are checked.") var imageLiteral = true
    @RuleOption("Whether initializers of colors are checked.") var colorLiteral = true
  }

  static let description = RuleDescription(
    id: "object_literal", summary: "Write an object literal instead of an image or color with constant arguments.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "let a = ↓UIImage(named: \"b\")", "let a = ↓NSImage.init(named: #\"b\"#)",
      "let a = ↓UIColor(red: 0, green: 1 / 255, blue: 0.5, alpha: 1)\nlet b = ↓NSColor.init(white: 0, alpha: 1)",
      Example(
        "let a = UIImage(named: \"b\"), c = ↓UIColor(white: 1, alpha: 1)", options: ["image_literal": false]),
    ],
    nonTriggering: [
      "let a = #imageLiteral(resourceName: \"b\")", "let a = UIImage(named: b), c = UIImage(named: \"\\(b)\")",
      "let a = UIColor(white: b, alpha: 1), c = UIColor(white: -1, alpha: 1), d = UIColor(named: \"e\")",
      Example("let a = UIColor(white: 1, alpha: 1)", options: ["color_literal": false]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    (Kind.named.types + Kind.red.types + ["init"]).flatMap { file.calls($0) }.compactMap { violation(of: $0, in: file) }
  }

  private func violation(of node: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard let label = node.arguments.first?.label?.text, let kind = Kind(rawValue: label),
      kind == .named ? options.imageLiteral : options.colorLiteral
    else { return nil }
    guard node.arguments.map({ $0.label?.text }) == kind.labels, let type = Self.typeName(node.calledExpression),
      kind.types.contains(type), node.arguments.allSatisfy({ kind.isConstant($0.expression) })
    else { return nil }
    return Violation(node, in: file, kind == .named ? "use an image literal" : "use a color literal")
  }

  /// An initializer, by its first label.
  private enum Kind: String {
    case named, red, white

    var labels: [String] {
      switch self {
      case .named: ["named"]
      case .red: ["red", "green", "blue", "alpha"]
      case .white: ["white", "alpha"]
      }
    }

    var types: [String] { self == .named ? ["UIImage", "NSImage"] : ["UIColor", "NSColor"] }

    func isConstant(_ value: ExprSyntax) -> Bool {
      guard self == .named else { return Self.isNumber(value) }
      return value.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.is(StringSegmentSyntax.self) } ?? false
    }

    private static func isNumber(_ value: ExprSyntax) -> Bool {
      switch value.kind {
      case .integerLiteralExpr, .floatLiteralExpr, .binaryOperatorExpr: true
      case .sequenceExpr: value.as(SequenceExprSyntax.self)?.elements.allSatisfy(isNumber) ?? false
      default: false
      }
    }
  }

  /// The name in `A(…)` and `A.init(…)`.
  private static func typeName(_ called: ExprSyntax) -> String? {
    guard let member = called.as(MemberAccessExprSyntax.self) else { return called.identifier }
    return member.declName.baseName.tokenKind == .keyword(.`init`) ? member.base?.identifier : nil
  }
}

struct DiscouragedObjectLiteralRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether literals of images are found.") var imageLiteral = true
    @RuleOption("Whether literals of colors are found.") var colorLiteral = true
  }

  static let description = RuleDescription(
    id: "discouraged_object_literal", summary: "Initialize images and colors instead of writing object literals.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "let a = ↓#imageLiteral(resourceName: \"b\")",
      "let a = [↓#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1).b, ↓#colorLiteral()]",
      Example("let a = #imageLiteral(), b = ↓#colorLiteral()", options: ["image_literal": false]),
    ],
    nonTriggering: [
      "let a = UIImage(named: \"b\")", "let a = #fileLiteral(resourceName: \"b\")",
      Example("let a = #colorLiteral()", options: ["color_literal": false]),
    ])

  let options: Options

  func violation(of node: MacroExpansionExprSyntax, in file: ParsedFile) -> Violation? {
    switch node.macroName.text {
    case "imageLiteral" where options.imageLiteral: Violation(node, in: file, "use an initializer of the image")
    case "colorLiteral" where options.colorLiteral: Violation(node, in: file, "use an initializer of the color")
    default: nil
    }
  }
}
