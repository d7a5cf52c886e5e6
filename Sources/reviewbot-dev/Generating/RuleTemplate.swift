// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Rules

/// A rule that is still to be written.
struct RuleTemplate {
  let path: String
  let text: String

  /// Fails unless the name is in upper camel case.
  init?(name: String, kind: String) {
    guard let first = name.utf8.first, (0x41...0x5a).contains(first), !name.hasSuffix("Rule"),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    let words = Self.words(of: name)
    let folder = kind.prefix(1).uppercased() + kind.dropFirst()
    path = "Sources/BuiltInRules/\(folder)/\(name)Rule.swift"
    text = """
      \(SourceCheck.header.joined(separator: "\n"))

      import Rules
      import SwiftSource
      import SwiftSyntax

      struct \(name)Rule: SyntaxRule {
        static let description = RuleDescription(
          id: "\(words.map { $0.lowercased() }.joined(separator: "_"))", name: "\(words.joined(separator: " "))",
          summary: "Say in one sentence why this matters.",
          kind: .\(kind),
          triggering: [
            Example("let mark = \(Example.mark)here"),
            Example("let another = \(Example.mark)here"),
          ],
          nonTriggering: [
            Example("let nothing = there"),
            Example("let text = \\"here\\""),
          ])

        init(options: NoOptions) {}

        func violations(in file: ParsedFile) -> [Violation] {
          file.nodes(DeclReferenceExprSyntax.self).filter { $0.baseName.text == "here" }.map { node in
            Violation(node, in: file, "say what is wrong here and what to do")
          }
        }
      }

      """
  }

  private static func words(of name: String) -> [String] {
    name.reduce(into: []) { words, character in
      if character.isUppercase || words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
  }
}
