// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct FileHeaderRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("A text that the header must contain. \(placeholder)") var requiredString = ""
    @RuleOption(
      "A regular expression that must match in the header, unless there is a `required_string`. \(placeholder)",
      format: .regex)
    var requiredPattern = ""
    @RuleOption("A text that the header must not contain. \(placeholder)") var forbiddenString = ""
    @RuleOption(
      "A regular expression that must not match in the header, unless there is a `forbidden_string`. \(placeholder)",
      format: .regex)
    var forbiddenPattern = ""

    private static let placeholder = "`SWIFTLINT_CURRENT_FILENAME` is the name of the file."
  }

  static let description = RuleDescription(
    id: "file_header",
    summary:
      "Write the required header, the comments before the code, in each file. Without options, it must not contain the "
      + "word copyright.", kind: .style, swiftLint: .optIn,
    triggering: [
      "// ↓Copyright, all of it.\n\nimport A",
      Example("↓import A // License", options: ["required_string": "// License"]),
      Example("// License\n// ↓Author: B\nimport A", options: ["forbidden_pattern": "author:|Author:"]),
      Example("↓// B.swift\nimport A", options: ["required_pattern": "SWIFTLINT_CURRENT_FILENAME$"]),
    ],
    nonTriggering: [
      "// Copyrighted\n/// Copyright\nimport A", "import A\n// Copyright",
      Example("#!/usr/bin/swift\n/*\n License\n */\n\n// Text\nimport A", options: ["required_string": " License\n"]),
      Example("// (Example.swift)", options: ["required_string": "(SWIFTLINT_CURRENT_FILENAME)"]),
      Example("// Copyright\n", options: ["required_pattern": "[Cc]opyright"]),
    ])

  private let required: HeaderText?
  private let forbidden: HeaderText?

  init(options: Options) {
    required = HeaderText(options.requiredString, pattern: options.requiredPattern)
    let forbidden = HeaderText(options.forbiddenString, pattern: options.forbiddenPattern)
    self.forbidden = forbidden ?? (required == nil ? .copyright : nil)
  }

  func violations(in file: ParsedFile) -> [Violation] {
    guard !file.text.bytes.isEmpty else { return [] }
    let header = header(of: file)
    let fileName = file.text.path.split(separator: "/").last.map(String.init) ?? ""
    var result: [Violation] = []
    if let required {
      switch header.map({ required.search($0, in: file.text, fileName) }) ?? .absent {
      case .found: break
      case .absent: result.append(Violation(at: 0, "header without the required text"))
      case .stopped(let reason): result.append(Violation(at: 0, "header not checked: required_pattern \(reason)"))
      }
    }
    if let forbidden, let header {
      switch forbidden.search(header, in: file.text, fileName) {
      case .found(let range): result.append(Violation(range, "forbidden text in the header"))
      case .absent: break
      case .stopped(let reason): result.append(Violation(at: 0, "header not checked: forbidden_pattern \(reason)"))
      }
    }
    return result
  }

  /// The range from the first to the last comment before the code. Documentation ends it, and comments with commands of
  /// SwiftLint do not begin or end it.
  private func header(of file: ParsedFile) -> Range<Int>? {
    let firstToken = file.tree.shebang == nil ? 0 : 1
    let code = firstToken < file.tokenRanges.count ? file.tokenRanges[firstToken].lowerBound : file.text.bytes.count
    // In the order of the file.
    let commands = file.directives.filter { $0.dialect == .swiftLint && $0.range.lowerBound < code }
    var header: Range<Int>?
    for comment in file.comments {
      guard comment.range.lowerBound < code, comment.kind == .line || comment.kind == .block else { break }
      let command = commands.partitioningIndex { $0.range.lowerBound >= comment.range.lowerBound }
      if command < commands.count, commands[command].range.lowerBound < comment.range.upperBound { continue }
      // The line break belongs to a comment that it ends.
      let lineEnd = comment.kind == .line ? file.text.bytes[comment.range.upperBound...].firstIndex(of: 0x0a) : nil
      header = (header?.lowerBound ?? comment.range.lowerBound)..<(lineEnd.map { $0 + 1 } ?? comment.range.upperBound)
    }
    return header
  }
}

/// A text or a regular expression for the header of a file.
private struct HeaderText: Sendable {
  enum Result {
    case found(Range<Int>)
    case absent
    case stopped(String)
  }

  /// The word, in any case. Most headers need no regular expression.
  static let copyright = HeaderText("", pattern: #"(?i)\bcopyright\b"#, word: "copyright")

  private static let placeholder = "SWIFTLINT_CURRENT_FILENAME"

  private let text: String
  private let isPattern: Bool
  /// Nil if it depends on the name of the file.
  private let regex: BudgetedRegex?
  /// A word in lowercase without which the regular expression does not match.
  private let word: [UInt8]

  /// - Returns: nil if both are empty.
  init?(_ text: String, pattern: String) {
    guard !text.isEmpty || !pattern.isEmpty else { return nil }
    self.init(text, pattern: pattern, word: "")
  }

  private init(_ text: String, pattern: String, word: String) {
    isPattern = text.isEmpty
    self.text = isPattern ? pattern : text
    self.word = Array(word.utf8)
    // An invalid expression is reported when the configuration is read.
    regex = isPattern && !pattern.contains(Self.placeholder) ? try? BudgetedRegex(pattern) : nil
  }

  func search(_ range: Range<Int>, in source: SourceText, _ fileName: String) -> Result {
    let bytes = source.bytes[range]
    guard isPattern else {
      let text = Array(text.replacing(Self.placeholder, with: fileName).utf8)
      return bytes.offsets(of: text).first.map {
        .found((range.lowerBound + $0)..<(range.lowerBound + $0 + text.count))
      } ?? .absent
    }
    if !word.isEmpty, !bytes.contains(lowercased: word) { return .absent }
    let literal = "\\Q" + fileName.replacing("\\E", with: "\\E\\\\E\\Q") + "\\E"
    guard let regex = regex ?? (try? BudgetedRegex(text.replacing(Self.placeholder, with: literal))) else {
      return .stopped("is invalid")
    }
    let found = regex.search(RegexText(source.text(in: range)), limit: 1)
    if let match = found.matches.first?.whole {
      return .found((range.lowerBound + match.lowerBound)..<(range.lowerBound + match.upperBound))
    }
    return found.stop.map { .stopped($0.predicate) } ?? .absent
  }
}
