// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SwiftSource
import SwiftSyntax

/// Checks our own Swift files against the conventions that can be checked automatically.
struct SourceCheck {
  static let maximumLines = 400
  static let header = [
    "// SPDX-License-Identifier: Apache-2.0", "// SPDX-FileCopyrightText: the reviewbot authors",
  ]

  /// Constructs that are forbidden outside of tests, by their tokens.
  private static let forbidden = [
    ["try", "!"], ["nonisolated", "(", "unsafe", ")"], ["@", "unchecked", "Sendable"],
    ["fatalError", "(", "\"", "TODO"],
  ]

  /// The lock itself, and state for a C library that a single thread owns or that is never changed.
  private static let unchecked: Set<String> = [
    "Sources/CInterop/Locked.swift",
    "Sources/CurlTransport/CurlLoop.swift",
    "Sources/CurlTransport/Transfer.swift",
    "Sources/PostgresStore/Connecting/PostgresPool.swift",
    "Lint/Sources/Rules/Regex/ICURegex.swift",
    "Lint/Sources/SwiftSource/Locked.swift",
  ]

  /// Returns `PATH: problem`, in the order of the paths.
  func problems(in folder: SourceDirectory) throws -> [String] {
    let paths = ["Lint/Sources", "Lint/Tests", "Lint/Tools", "Sources", "Tests", "Tools"].flatMap {
      folder.files(below: $0, suffix: ".swift")
    }
    return try paths.flatMap { path in try problems(path, folder.text(path) ?? "").map { "\(path): \($0)" } }
  }

  private func problems(_ path: String, _ text: String) throws -> [String] {
    let file = SourceFile(path: path, text: text)
    var problems: [String] = []
    let lines = file.text.lines.count
    if lines > Self.maximumLines, !path.hasSuffix("+Generated.swift") {
      problems.append("has \(lines) lines, more than \(Self.maximumLines)")
    }
    if (1...2).contains(where: { $0 > lines || file.text.text(ofLine: $0) != Self.header[$0 - 1] }) {
      problems.append("does not begin with the license header")
    }
    let isTest = path.contains(/^(Lint\/)?Tests\//) && !path.contains("Tests/Support/")
    return isTest ? problems : problems + (try forbiddenWords(path, file))
  }

  private func forbiddenWords(_ path: String, _ file: SourceFile) throws -> [String] {
    let parsed = try file.parse()
    // Tokens instead of text, because a rule about such a word contains it. The negation in `try !isOpen()` is another
    // token.
    let words = parsed.tokens.map { $0.tokenKind == .prefixOperator("!") ? "" : $0.text }
    return words.indices.flatMap { index in
      Self.forbidden.compactMap { phrase in
        guard words[index...].count >= phrase.count,
          zip(words[index...], phrase).allSatisfy({ $0 == $1 || $1 == "TODO" && $0.hasPrefix($1) })
        else { return nil }
        if phrase[1] == "unchecked", Self.unchecked.contains(path) { return nil }
        let line = parsed.line(of: parsed.tokens[index].positionAfterSkippingLeadingTrivia)
        return "line \(line) has \(phrase.joined(separator: phrase[1] == "unchecked" ? " " : ""))"
      }
    }
  }
}

/// The files of the package.
struct SourceDirectory {
  private let root: URL

  init(_ root: String) {
    self.root = URL(fileURLWithPath: root)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  /// - Returns: `nil` when there is no such file.
  func text(_ path: String) throws -> String? {
    exists(path) ? try String(contentsOf: url(path), encoding: .utf8) : nil
  }

  func write(_ path: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(path), options: .atomic)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url(path))
  }

  /// Returns the files below a folder whose names have a suffix, sorted; empty when there is no such folder.
  func files(below folder: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: url(folder).path)?.compactMap { $0 as? String } ?? []
    return names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }.filter { $0.hasSuffix(suffix) }.sorted()
  }

  private func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }
}
