// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct DuplicateImportsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "duplicate_imports", summary: "Import a module once in a file.", kind: .idiomatic, swiftLint: .on,
    isCorrectable: true,
    triggering: ["import A\n↓import A", "import A\n↓import A.B\nimport C", "import A\n↓import class A.B"],
    nonTriggering: [
      "import A\nimport B", "import A.B\nimport A.C", "#if a\nimport A\n#else\nimport A\n#endif",
      "@testable import A\nimport B",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let imports = file.nodes(ImportDeclSyntax.self)
    guard imports.count > 1 else { return [] }
    var branches: [SyntaxIdentifier?: ImportTree] = [:]
    for node in imports { branches[node.branch, default: ImportTree()].insert(node) }
    return imports.compactMap { node in
      guard let other = branches[node.branch]?.importThatContains(node) else { return nil }
      let line = file.line(node)
      let isAlone = file.text.range(ofLine: line) == node.range
      // Another access level, attribute or kind of import is not the same.
      let isSame =
        other.names == node.names && other.modifiers.bareText == node.modifiers.bareText
        && other.attributes.bareText == node.attributes.bareText
        && (other.importKindSpecifier?.text ?? "") == (node.importKindSpecifier?.text ?? "")
      let edits = isSame && isAlone ? [file.text.removal(ofLines: line...line)] : []
      return Violation(node, in: file, "duplicate import", edits: edits)
    }
  }
}

/// The imports in one branch of `#if`, by the components of their names: a hostile file has many of them.
private struct ImportTree {
  private struct Node {
    var children: [String: Int] = [:]
    /// The last import of this name.
    var last: ImportDeclSyntax?
    /// The imports of this name, by their attributes, in the order of the file.
    var byAttributes: [String: [ImportDeclSyntax]] = [:]
  }

  private var nodes = [Node()]

  mutating func insert(_ node: ImportDeclSyntax) {
    var index = 0
    for name in node.names {
      if let child = nodes[index].children[name] {
        index = child
      } else {
        nodes[index].children[name] = nodes.count
        index = nodes.count
        nodes.append(Node())
      }
    }
    nodes[index].last = node
    nodes[index].byAttributes[node.attributes.bareText, default: []].append(node)
  }

  /// Returns the last of the imports that make this one unnecessary: those of a module that contains it, and those of
  /// the same name, with the same attributes, before it.
  func importThatContains(_ node: ImportDeclSyntax) -> ImportDeclSyntax? {
    var index = 0
    var found: [ImportDeclSyntax] = []
    for name in node.names {
      if let last = nodes[index].last { found.append(last) }
      guard let child = nodes[index].children[name] else { return nil }
      index = child
    }
    let same = nodes[index].byAttributes[node.attributes.bareText] ?? []
    let before = same.partitioningIndex { $0.start >= node.start }
    if before > 0 { found.append(same[before - 1]) }
    return found.max { $0.start < $1.start }
  }
}

extension ImportDeclSyntax {
  fileprivate var names: [String] { path.map(\.name.text) }

  /// The branch of `#if` that it is in.
  fileprivate var branch: SyntaxIdentifier? { nearest([.ifConfigClause])?.id }
}

struct DuplicateEnumCasesRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "duplicate_enum_cases", summary: "Give each case of an enumeration a different name.", kind: .lint,
    severity: .error, swiftLint: .init(isOn: true, severity: .error),
    triggering: ["enum A {\n  case ↓b\n  case c(Int)\n  case ↓b\n}", "enum A {\n  case ↓b, ↓b\n}"],
    nonTriggering: [
      "enum A {\n  case b, c\n}", "enum A {\n  case b(Int)\n  case b(c: Int)\n}",
      "enum A {\n#if D\n  case b\n#else\n  case b\n#endif\n}",
    ])

  func violations(of node: EnumDeclSyntax, in file: ParsedFile) -> [Violation] {
    let elements = node.memberBlock.members.flatMap { $0.decl.as(EnumCaseDeclSyntax.self)?.elements.map { $0 } ?? [] }
    let groups = Dictionary(grouping: elements) { element in
      let labels = element.parameterClause?.parameters.map { $0.firstName?.text ?? "_" } ?? []
      return element.name.text + labels.joined(separator: ":")
    }
    return groups.values.filter { $0.count > 1 }.joined().map { Violation($0, in: file, "duplicate enum case") }
  }
}

struct DuplicatedKeyInDictionaryLiteralRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "duplicated_key_in_dictionary_literal",
    summary: "A key that occurs twice in a dictionary literal traps at run time.", kind: .lint,
    swiftLint: .on,
    triggering: ["let a = [\n  \"b\": 1,\n  ↓\"b\": 2,\n]", "let a = [b: 1, c: 2, ↓b: 3]"],
    nonTriggering: ["let a = [\"b\": 1, \"c\": 2]", "let a = [b(): 1, b(): 2]"])

  func violations(of list: DictionaryElementListSyntax, in file: ParsedFile) -> [Violation] {
    guard list.count > 1 else { return [] }
    var seen: Set<String> = []
    return list.compactMap { element in
      guard isConstant(element.key) else { return nil }
      let isNew = seen.insert(element.key.bareText).inserted
      return isNew ? nil : Violation(element.key, in: file, "duplicate key in a dictionary literal")
    }
  }

  private func isConstant(_ key: ExprSyntax) -> Bool {
    switch key.kind {
    case .stringLiteralExpr:
      return key.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.is(StringSegmentSyntax.self) } ?? false
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .memberAccessExpr, .declReferenceExpr: return true
    default: return false
    }
  }
}

struct DuplicateConditionsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "duplicate_conditions", summary: "A condition that an earlier branch has tested already is never reached.",
    kind: .lint,
    severity: .error, swiftLint: .init(isOn: true, severity: .error),
    triggering: ["if ↓a < 5 {\n} else if ↓a < 5 {\n}", "switch a {\ncase ↓.b: c()\ncase ↓.b: d()\ndefault: e()\n}"],
    nonTriggering: [
      "if a {\n} else if b {\n}", "if a {\n}\nif a {\n}",
      "switch a {\ncase .b: c()\ncase .d where e: f()\ncase .d: g()\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    for node in file.nodes(IfExprSyntax.self) where node.parent?.is(IfExprSyntax.self) != true && node.elseBody != nil {
      var conditions: [ConditionElementListSyntax] = []
      var current: IfExprSyntax? = node
      while let statement = current {
        conditions.append(statement.conditions)
        current = statement.elseBody?.as(IfExprSyntax.self)
      }
      result += repeated(conditions, in: file) { $0.map { $0.condition.bareText }.sorted() }
    }
    for node in file.nodes(SwitchExprSyntax.self) {
      let items = node.cases.compactMap {
        $0.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self)?.caseItems
      }.flatMap { $0 }
      result += repeated(items, in: file) {
        ["\($0.pattern.bareText)\($0.whereClause?.bareText ?? "")"]
      }
    }
    return result
  }

  private func repeated<Node: SyntaxProtocol>(
    _ nodes: [Node], in file: ParsedFile, _ key: (Node) -> [String]
  ) -> [Violation] {
    guard nodes.count > 1 else { return [] }
    return Dictionary(grouping: nodes, by: key).values.filter { $0.count > 1 }.joined().map {
      Violation($0, in: file, "duplicate condition")
    }
  }
}

struct IdenticalOperandsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "identical_operands", summary: "A comparison of an expression with itself always has the same result.",
    kind: .lint, swiftLint: .optIn,
    triggering: ["if ↓a == a {}", "let b = ↓a.c >= a.c", "let b = ↓a.c == /* d */ a.c"],
    nonTriggering: ["if a == b {}", "let b = a.c != a.d", "let b = a + a", "let b = c.a == a", "let a = 1 + b == b"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard ["==", "!=", "===", "!==", ">", ">=", "<", "<="].contains(operation.symbol), operation.isLeftWhole,
        operation.isRightWhole, !operation.left.is(ClosureExprSyntax.self)
      else { return nil }
      func tokens(_ node: ExprSyntax) -> [String] { node.tokens(viewMode: .sourceAccurate).map(\.text) }
      guard operation.left.end - operation.left.start <= 400, tokens(operation.left) == tokens(operation.right) else {
        return nil
      }
      return Violation(operation.left, in: file, "identical operands of a comparison")
    }
  }
}

struct YodaConditionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "yoda_condition", summary: "Write the variable on the left of a comparison with a constant.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["if ↓42 == a {}", "guard ↓nil != b else { return }", "while ↓0 < c {}"],
    nonTriggering: ["if a == 42 {}", "let b = 1 == a", "if 1 == 2 {}", "if 3 ... 4 ~= a {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard ["==", "!=", ">", "<", ">=", "<="].contains(operation.symbol), operation.isAlone || operation.isLeftWhole,
        isLiteral(operation.left), !isLiteral(operation.right), isCondition(operation.sequence)
      else { return nil }
      return Violation(operation.left, in: file, "put the constant on the right")
    }
  }

  private func isCondition(_ node: SequenceExprSyntax) -> Bool {
    switch node.parent?.kind {
    case .conditionElement, .repeatStmt: true
    default: false
    }
  }

  private func isLiteral(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
    case .prefixOperatorExpr: expression.as(PrefixOperatorExprSyntax.self).map { isLiteral($0.expression) } ?? false
    default: false
    }
  }
}
