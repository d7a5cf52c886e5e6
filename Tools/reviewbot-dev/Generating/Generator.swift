// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Isolation
import Findings
import Rules
import SwiftSource
import SwiftSyntax

/// The generated files of the package.
struct Generator {
  private static let pages = "Documentation/rules"
  private let folder: SourceDirectory

  init(root: String) {
    folder = SourceDirectory(root)
  }

  /// Returns the paths of files that are missing, not up to date, or no longer generated.
  func stalePaths() throws -> [String] {
    try files().filter { try folder.text($0.path) != $0.text }.map(\.path) + superfluousPages()
  }

  func write() throws {
    for path in superfluousPages() { try folder.remove(path) }
    for file in try files() where try folder.text(file.path) != file.text { try folder.write(file.path, file.text) }
  }

  private func files() throws -> [GeneratedFile] {
    let reference = ConfigurationReference(catalogue: RuleCatalogue(BuiltInRules.all))
    let server = ServerConfigurationReference()
    return [
      try RuleRegistry(folder).file,
      GeneratedFile(path: "config/reviewbot.yml", text: reference.defaultFile),
      GeneratedFile(path: "config/reviewbot.schema.json", text: reference.schema),
      GeneratedFile(path: "Documentation/configuration.md", text: reference.page),
      GeneratedFile(path: "config/reviewbot-server.yml", text: server.defaultFile),
      GeneratedFile(path: "config/reviewbot-server.schema.json", text: server.schema),
      GeneratedFile(path: "Documentation/server-configuration.md", text: server.page),
      GeneratedFile(path: "Documentation/server-defaults.md", text: ServerDefaultsReference.page),
      GeneratedFile(path: "Documentation/failures.md", text: FailuresPage.text),
      GeneratedFile(path: "Documentation/undetermined-results.md", text: UndeterminedResultsPage.text),
      GeneratedFile(path: "config/reviewbot.seccomp.json", text: try SystemCallProfile.reviewbot.text),
      try PageAssets(folder).file,
      GeneratedFile(path: "\(Self.pages)/README.md", text: RuleIndex.page(of: BuiltInRules.all)),
      GeneratedFile(
        path: "Documentation/coming-from-swiftlint.md", text: SwiftLintComparison.page(of: BuiltInRules.all)),
    ]
      + BuiltInRules.all.map { rule in
        let page = RulePage(rule.description, rule.catalogueEntry.options)
        return GeneratedFile(path: "\(Self.pages)/\(rule.description.id).md", text: page.text)
      }
  }

  private func superfluousPages() -> [String] {
    let ids = Set(BuiltInRules.all.map { "\(Self.pages)/\($0.description.id).md" } + ["\(Self.pages)/README.md"])
    return folder.files(below: Self.pages, suffix: ".md").filter { !ids.contains($0) }
  }
}

/// A file that is written by this program.
struct GeneratedFile: Hashable {
  let path: String
  let text: String
}

/// The list of all rules, read from the sources: a rule is a struct whose name ends in `Rule`.
struct RuleRegistry {
  private static let folder = "Lint/Sources/Rules/BuiltIn"
  private let names: [String]

  init(_ folder: SourceDirectory) throws {
    let paths = ["Rule.swift", "Rules.swift"].flatMap { folder.files(below: Self.folder, suffix: $0) }
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

        extension BuiltInRules {
          public static let all: [any Rule.Type] = [
        \(names.map { "    \($0).self,\n" }.joined())  ]
        }

        """)
  }
}

/// The source file of a new rule.
struct RuleTemplate {
  let path: String
  let text: String

  /// Returns `nil` unless the name is in upper camel case and does not end in `Rule`.
  init?(name: String, kind: String) {
    guard let first = name.utf8.first, (0x41...0x5a).contains(first), !name.hasSuffix("Rule"),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    let words = Self.words(of: name)
    path = "Lint/Sources/Rules/BuiltIn/\(name)Rule.swift"
    text = """
      \(SourceCheck.header.joined(separator: "\n"))

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
