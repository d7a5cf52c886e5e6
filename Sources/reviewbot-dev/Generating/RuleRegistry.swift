// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The list of the rules that there are, read from the sources: a rule is a struct whose name ends in `Rule`.
struct RuleRegistry {
  private static let folder = "Sources/BuiltInRules"
  private let names: [String]

  init(_ folder: SourceFolder) throws {
    let paths = folder.files(below: Self.folder, suffix: "Rule.swift")
    names = try paths.flatMap { path in
      let file = try SourceFile(path: path, text: folder.text(path) ?? "").parse()
      return file.nodes(StructDeclSyntax.self).map(\.name.text).filter { $0.hasSuffix("Rule") }
    }.sorted()
  }

  var file: GeneratedFile {
    GeneratedFile(
      path: "\(Self.folder)/BuiltInRules+Generated.swift",
      text: """
        \(SourceCheck.header.joined(separator: "\n"))

        // Written by `reviewbot-dev generate`; do not edit.

        package import Rules

        extension BuiltInRules {
          package static let all: [any Rule.Type] = [
        \(names.map { "    \($0).self,\n" }.joined())  ]
        }

        """)
  }
}
