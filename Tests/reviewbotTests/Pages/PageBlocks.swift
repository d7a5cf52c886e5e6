// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A block of code in a page of the documentation.
struct PageBlock: Hashable, CustomStringConvertible {
  let page: String
  /// The line of its first line, 1-based.
  let line: Int
  /// The word after the fence; empty without a word, and `nil` for an indented block.
  let kind: String?
  var lines: [String]

  var description: String { "\(page):\(line)" }
}

/// The pages that a user reads.
struct Pages {
  private let root: URL

  init() {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  var blocks: [PageBlock] {
    get throws { try paths.flatMap { Self.blocks(of: try text($0), page: $0) } }
  }

  /// The code in the prose, such as `reviewbot lint`.
  var spans: [PageBlock] {
    get throws { try paths.flatMap { Self.spans(in: try text($0), page: $0) } }
  }

  private var paths: [String] {
    get throws {
      let documentation = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: "Documentation").path)
      return ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
        + documentation.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }
  }

  private func text(_ page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }

  static func blocks(of text: String, page: String) -> [PageBlock] {
    var blocks: [PageBlock] = []
    var open: (block: PageBlock, indent: Int)?
    var isAfterBlank = true
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      if let (block, column) = open {
        if rest.hasPrefix("```"), block.kind != nil {
          blocks.append(block)
          open = nil
        } else if block.kind != nil || indent >= 4 || rest.isEmpty {
          open?.block.lines.append(String(line.dropFirst(min(indent, column))))
          continue
        } else {
          blocks.append(block)
          open = nil
        }
        if rest.hasPrefix("```"), block.kind != nil { continue }
      }
      if rest.hasPrefix("```") {
        let kind = rest.dropFirst(3).trimmingCharacters(in: .whitespaces)
        open = (PageBlock(page: page, line: index + 2, kind: kind, lines: []), indent)
      } else if indent >= 4, isAfterBlank, !rest.isEmpty {
        open = (PageBlock(page: page, line: index + 1, kind: nil, lines: [String(rest)]), indent)
      }
      isAfterBlank = rest.isEmpty
    }
    return blocks + (open.map { [$0.block] } ?? [])
  }

  private static func spans(in text: String, page: String) -> [PageBlock] {
    var spans: [PageBlock] = []
    var isInBlock = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isInBlock.toggle() }
      guard !isInBlock, !line.hasPrefix("    ") else { continue }
      let parts = line.components(separatedBy: "`")
      for place in stride(from: 1, to: parts.count - 1, by: 2) where parts[place].hasPrefix("reviewbot ") {
        spans.append(PageBlock(page: page, line: index + 1, kind: "span", lines: [parts[place]]))
      }
    }
    return spans
  }
}

/// One line of a shell, as far as the pages need it: words, quotes, comments, pipes and lists.
struct ShellLine {
  /// The words of each command, without redirections.
  private(set) var commands: [[String]] = [[]]

  init(_ text: String) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    var rest = text[...]
    while let character = rest.popFirst() {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == "#", word == nil {
        break
      } else if character == " " || "|&;".contains(character) {
        word.map { commands[commands.count - 1].append($0) }
        word = nil
        if character != " ", commands.last?.isEmpty == false { commands.append([]) }
      } else {
        word = (word ?? "") + String(character)
      }
    }
    word.map { commands[commands.count - 1].append($0) }
    commands = commands.map(Self.withoutRedirections).filter { !$0.isEmpty }
  }

  private static func withoutRedirections(_ arguments: [String]) -> [String] {
    guard let index = arguments.firstIndex(where: { [">", ">>", "<"].contains($0) }) else { return arguments }
    return Array(arguments[..<index] + arguments[index...].dropFirst(2))
  }

  /// The arguments of each start of reviewbot, also by another program.
  var arguments: [[String]] {
    commands.compactMap { arguments in
      let rest = Self.started(arguments[...])
      guard let program = rest.first, program == "reviewbot" || program.hasSuffix("/reviewbot") else { return nil }
      return Array(rest.dropFirst())
    }
  }

  /// Returns the command line that a command starts with other rights or variables.
  private static func started(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
    switch arguments.first {
    case "runuser": arguments.firstIndex(of: "--").map { started(arguments[($0 + 1)...]) } ?? []
    case "env": started(arguments.dropFirst().drop { $0.contains("=") })
    case "systemd-run", "sudo": started(arguments.dropFirst().drop { $0.hasPrefix("-") || $0.contains("=") })
    default: arguments.first?.contains("=") == true ? started(arguments.dropFirst()) : arguments
    }
  }
}
