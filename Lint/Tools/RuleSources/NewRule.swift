// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The source file of a new rule, in the shape of most others.
public struct NewRule {
  private let folder: RuleFolder
  public let file: RuleFile

  /// - Parameters:
  ///   - id: the identifier in configurations, such as `no_foo`.
  ///   - topic: the folder of similar rules, such as `Idioms`.
  ///   - kind: as in `RuleDescription.Kind`.
  /// - Throws: ``RuleSourcesError``.
  public init(id: String, topic: String, kind: String, in folder: RuleFolder) throws(RuleSourcesError) {
    guard id.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, !id.hasSuffix("_rule") else {
      throw RuleSourcesError(
        description: "invalid identifier \(id): use words in lower case with underscores, such as no_foo")
    }
    guard folder.topics.contains(topic) else {
      throw RuleSourcesError(
        description: "unknown topic \(topic); --topic is one of \(folder.topics.joined(separator: ", "))")
    }
    let name = id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    self.folder = folder
    file = RuleFile(
      path: "\(RuleFolder.rules)/\(topic)/\(name)Rule.swift",
      text: """
        \(RuleFile.header)
        \(["Findings", "SwiftSource", "SwiftSyntax"].map { "import \($0)" }.joined(separator: "\n"))

        struct \(name)Rule: PlainRule, NodeRule {
          static let description = RuleDescription(
            id: "\(id)", summary: "Say in one sentence why this matters.", kind: .\(kind),
            triggering: ["let mark = ↓here", "let another = ↓here"],
            nonTriggering: ["let nothing = there", "let text = \\\"here\\\""])

          func violation(of node: DeclReferenceExprSyntax, in file: ParsedFile) -> Violation? {
            guard node.baseName.text == "here" else { return nil }
            return Violation(node, in: file, "say what is wrong here and what to do")
          }
        }

        """)
  }

  /// Writes the file, and adds the rule to the list of all rules.
  ///
  /// - Returns: the paths of the files that were written.
  /// - Throws: ``RuleSourcesError`` if the rule exists, an error of Foundation.
  public func write() throws -> [String] {
    let name = file.path.split(separator: "/").last ?? ""
    // In any folder, because two files of the same name do not compile.
    if let existing = folder.files(below: RuleFolder.rules).first(where: { $0.hasSuffix("/\(name)") }) {
      throw RuleSourcesError(description: "\(existing): exists already")
    }
    try folder.write(file)
    let registry = try RuleRegistry(folder).file
    try folder.write(registry)
    return [file.path, registry.path]
  }
}
