// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Rules

/// The page of one rule in the documentation.
struct RulePage {
  let text: String

  init(_ rule: RuleDescription, _ options: [RuleCatalogue.Option]) {
    var lines = [
      "# \(rule.name)", "", rule.summary, "", "| | |", "|---|---|", "| identifier | `\(rule.id)` |",
      "| kind | \(rule.kind.rawValue) |", "| severity | \(rule.severity.rawValue) |",
      "| on by default | \(rule.isOptIn ? "no" : "yes") |",
      "| looks at | \(rule.subject == .swiftFiles ? "Swift files" : "all text files") |", "",
    ]
    if !options.isEmpty {
      lines += ["## Options", "", "| option | default | |", "|---|---|---|"]
      lines += options.map { "| `\($0.name)` | `\($0.defaultValue)` | \($0.summary) |" } + [""]
    }
    lines += ["## Found", "", "Each place is marked with `\(Example.mark)`.", ""] + rule.triggering.flatMap(Self.block)
    lines += ["## Not found", ""] + rule.nonTriggering.flatMap(Self.block)
    text = lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func block(_ example: Example) -> [String] {
    let options = example.options.sorted { $0.key < $1.key }.map { "`\($0.key): \($0.value)`" }.joined(separator: ", ")
    let code = example.markedCode.hasSuffix("\n") ? String(example.markedCode.dropLast()) : example.markedCode
    // Space at the end of a line is made visible: it may be what the example is about.
    let shown = code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let end = line.reversed().prefix { $0 == " " || $0 == "\t" }.count
      return String(line.dropLast(end)) + line.suffix(end).map { $0 == " " ? "·" : "→" }.joined()
    }
    return (options.isEmpty ? [] : ["With \(options):", ""]) + ["```swift"] + shown + ["```", ""]
  }
}
