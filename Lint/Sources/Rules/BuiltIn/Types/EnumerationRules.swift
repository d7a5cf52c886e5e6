// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct RequiredEnumCaseRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The cases that enumerations with a protocol must have, such as `Response.failed`, or `Response.failed: error` "
        + "for another severity. In `.swiftlint.yml` these are SwiftLint's mappings.", format: .enumCase)
    var cases: [String] = []
  }

  static let description = RuleDescription(
    id: "required_enum_case", summary: "Declare the cases that a protocol requires of its enumerations.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      Example("↓enum A: B {\n  case d\n}", options: ["cases": ["B.c: error", "B.d"]]),
      Example(
        "struct A {\n  ↓private enum B: String, C {\n    #if d\n    case e\n    #endif\n  }\n}",
        options: ["cases": ["C.e: warning"]]),
    ],
    nonTriggering: [
      Example("enum A: B {\n  case c, d(Int)\n}", options: ["cases": ["B.c", "B.d"]]),
      Example("struct A: B {}\nenum C: D {}\nextension C: B {}", options: ["cases": ["B.c"]]),
    ])

  /// The names of the cases with their severities, by protocol.
  private let cases: [String: [(name: String, severity: Severity?)]]

  init(options: Options) {
    cases = Dictionary(
      grouping: options.cases.compactMap { text in
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0.filter { !$0.isWhitespace }) }
        let names = parts.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
        return names.count == 2 ? (names[0], names[1], parts.count == 2 ? Severity(rawValue: parts[1]) : nil) : nil
      } as [(String, String, Severity?)]
    ) { $0.0 }.mapValues { $0.map { ($0.1, $0.2) } }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    guard !cases.isEmpty else { return [] }
    return file.nodes(EnumDeclSyntax.self).flatMap { node -> [Violation] in
      let required = (node.inheritanceClause?.names ?? []).compactMap { name in cases[name].map { (name, $0) } }
      guard !required.isEmpty else { return [] }
      // SwiftLint does not see the cases in `#if`.
      let declared = Set(
        node.memberBlock.members.flatMap { member in
          member.decl.as(EnumCaseDeclSyntax.self)?.elements.map(\.name.text) ?? []
        })
      return required.flatMap { inherited, cases in
        cases.filter { !declared.contains($0.name) }.map { name, severity in
          Violation(
            node, in: file, "enumeration without the case \(name), which \(inherited) requires", severity: severity)
        }
      }
    }
  }
}

struct RawValueForCamelCasedCodableEnumRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "raw_value_for_camel_cased_codable_enum",
    summary: "Write the raw values of camel-cased cases in `Codable` enumerations, so that renaming keeps the format.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "enum A: String, Codable {\n  case b, ↓cD\n  case ↓`eF`\n}", "enum A: Decodable, String {\n  case ↓Bc\n}",
    ],
    nonTriggering: [
      "enum A: String, Codable {\n  case bC = \"bC\", d, E\n}",
      "enum A: Int, Codable {\n  case bC\n}\nenum D: String {\n  case eF\n}",
    ])

  private static let protocols: Set<String> = ["Codable", "Decodable", "Encodable"]

  func violations(of node: EnumDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard let inherited = node.inheritanceClause?.names, inherited.contains("String"),
      !Self.protocols.isDisjoint(with: inherited)
    else { return [] }
    return node.memberBlock.members.declarations(EnumCaseDeclSyntax.self).flatMap(\.elements).compactMap { element in
      let name = element.name.text
      guard element.rawValue == nil, name != name.lowercased(), name != name.uppercased() else { return nil }
      return Violation(element.name, in: file, "camel-cased case without a raw value")
    }
  }
}
