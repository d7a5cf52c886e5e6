// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct NumberSeparatorRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The minimum number of digits of a number that is separated; a shorter one is not.", allowed: 0...100)
    var minimumLength = 0
    @RuleOption("The minimum number of digits of a fraction that is separated; 0 for none.", allowed: 0...100)
    var minimumFractionLength = 0
    @RuleOption("Ranges of numbers that are not checked, such as `1900 2100`: 1900 is in the range, 2100 is not.")
    var excludeRanges: [String] = []
  }

  static let description = RuleDescription(
    id: "number_separator", summary: "Separate the thousands of a long number with underscores.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "let a = ↓10000", "let a = ↓1000", "let a = ↓1_0000",
      Example("let a = ↓1.00012", options: ["minimum_fraction_length": 3]), "let a = ↓1000.5e3",
      Example("let a = ↓10000", options: ["minimum_length": 5]),
      Example("let a = ↓1_000", options: ["minimum_length": 5]),
      Example("let a = ↓2100", options: ["exclude_ranges": ["1900 2100"]]),
    ],
    nonTriggering: [
      "let a = 1_000", "let a = 999", "let a = 0xffff", "let a = 1.000_12",
      Example("let a = 1000", options: ["minimum_length": 5]),
      Example("let a = 1900 + 2000", options: ["exclude_ranges": ["1900 2100"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let tokens =
      file.nodes(IntegerLiteralExprSyntax.self).map(\.literal) + file.nodes(FloatLiteralExprSyntax.self).map(\.literal)
    return tokens.compactMap { token in
      let text = token.text
      guard text.utf8.count > 3, !text.hasPrefix("0x"), !text.hasPrefix("0b"), !text.hasPrefix("0o") else { return nil }
      let wanted = separated(text)
      guard wanted != text, !isExcluded(text) else { return nil }
      return Violation(token, in: file, "write the number as \(wanted)", edits: [TextEdit(token.range, wanted)])
    }
  }

  private func separated(_ text: String) -> String {
    let exponentIndex = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
    let exponent = text[exponentIndex...]
    let parts = text[..<exponentIndex].split(separator: ".", maxSplits: 1).map(String.init)
    var result = grouped(parts[0], options.minimumLength, fromEnd: true)
    if parts.count == 2 {
      result +=
        "."
        + (options.minimumFractionLength > 0 || parts[1].contains("_")
          ? grouped(parts[1], options.minimumFractionLength, fromEnd: false) : parts[1])
    }
    return result + exponent
  }

  private func grouped(_ text: String, _ minimum: Int, fromEnd: Bool) -> String {
    let digits = Array(text.filter { $0 != "_" })
    guard digits.count >= minimum else { return String(digits) }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (fromEnd ? digits.count - index : index) % 3 == 0 { result.append("_") }
      result.append(digit)
    }
    return result
  }

  private func isExcluded(_ text: String) -> Bool {
    guard let value = Double(text.filter { $0 != "_" }) else { return true }
    return options.excludeRanges.contains { range in
      let bounds = range.split(separator: " ").compactMap { Double($0) }
      return bounds.count == 2 && bounds[0] <= value && value < bounds[1]
    }
  }
}

struct ExplicitEnumRawValueRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "explicit_enum_raw_value",
    summary: "State the raw values of an enumeration: renaming a case then does not change stored values.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["enum A: Int {\n  case ↓b\n}", "enum A: String {\n  case b = \"b\", ↓c\n}"],
    nonTriggering: ["enum A {\n  case b\n}", "enum A: Int {\n  case b = 1\n}", "enum A: Error {\n  case b\n}"])

  private static let types: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "Float80", "Decimal", "NSNumber", "NSDecimalNumber", "NSInteger", "String", "CGFloat",
  ]

  func violation(of node: EnumCaseElementSyntax, in file: ParsedFile) -> Violation? {
    guard node.rawValue == nil, let names = node.enclosing(EnumDeclSyntax.self)?.inheritanceClause?.names,
      names.contains(where: Self.types.contains)
    else { return nil }
    return Violation(node, in: file, "missing raw value of the case")
  }
}

struct SortedEnumCasesRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "sorted_enum_cases", summary: "Sort the cases of an enumeration by name.", kind: .style, swiftLint: .optIn,
    triggering: ["enum A {\n  ↓case c\n  ↓case b\n}", "enum A {\n  case ↓c, ↓b\n}"],
    nonTriggering: ["enum A {\n  case b\n  case c\n}", "enum A {\n  case b, c\n}"])

  func violations(of node: EnumDeclSyntax, in file: ParsedFile) -> [Violation] {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    var result: [Violation] = []
    guard !node.isInside([.classDecl, .structDecl, .actorDecl, .protocolDecl, .extensionDecl, .codeBlock]) else {
      return []
    }
    func isBefore(_ left: String, _ right: String) -> Bool { left.lowercased() < right.lowercased() }
    let names = cases.map { $0.elements.first?.name.text ?? "" }
    for (item, (written, wanted)) in zip(cases, zip(names, names.sorted(by: isBefore))) where written != wanted {
      result.append(Violation(item, in: file, "cases are not sorted"))
    }
    for item in cases where item.elements.count > 1 {
      let written = item.elements.map(\.name.text)
      for (element, (name, wanted)) in zip(item.elements, zip(written, written.sorted(by: isBefore)))
      where name != wanted {
        result.append(Violation(element, in: file, "cases are not sorted"))
      }
    }
    return result
  }
}
