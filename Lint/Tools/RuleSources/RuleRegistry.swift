// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The list of all rules, read from the sources: a rule is a struct whose name ends in `Rule`, in a file whose name ends
/// in `Rule` or `Rules`.
public struct RuleRegistry {
  /// The topic, which is the name of the folder, by the name of the rule's type; empty for a rule beside the folders.
  public let topics: [String: String]

  /// - Throws: an error of Foundation for a file that cannot be read, ``ParseRefusal``.
  public init(_ folder: RuleFolder) throws {
    let paths = folder.files(below: RuleFolder.rules).filter { $0.contains(/Rules?\.swift$/) }
    let rules = try paths.flatMap { path in
      let file = try SourceFile(SourceText(path: path, bytes: folder.bytes(path))).parse()
      let names = file.nodes(StructDeclSyntax.self).map(\.name.text).filter { $0.hasSuffix("Rule") }
      return names.map { ($0, RuleFolder.topic(ofFile: path) ?? "") }
    }
    // Two types of one name do not compile.
    topics = Dictionary(rules) { first, _ in first }
  }

  public var file: RuleFile {
    RuleFile(
      path: "\(RuleFolder.rules)/BuiltInRules+Generated.swift",
      text: """
        \(RuleFile.header)
        // Written by `reviewbot-dev generate` and `lint-dev new-rule`; do not edit.

        extension BuiltInRules {
          /// All rules, each with its topic.
          static let topics: [(rule: any Rule.Type, topic: String)] = [
        \(topics.sorted { $0.key < $1.key }.map { "    (\($0).self, \"\($1)\"),\n" }.joined())  ]
        }

        """)
  }
}
