// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands

/// The command lines in the documentation.
enum PageCommands {
  /// The programs that a page starts in a shell.
  private static let programs: Set<String> = [
    "reviewbot", "make", "install", "apt-get", "useradd", "runuser", "openssl", "cat", "git", "printf", "curl", "ln",
    "nginx", "systemctl", "debootstrap", "tar", "systemd-run", "docker", "mv", "rm", "swift", "llvm-cov", "pip", "sudo",
    "cd", "cp", "sha256sum", "gh",
  ]

  /// Returns whether every line starts a known program.
  static func isShell(_ block: PageBlock) -> Bool {
    lines(of: block).allSatisfy { line in
      let arguments = ShellLine(line).commands.first ?? []
      return arguments.isEmpty || arguments[0].contains("=") || programs.contains(arguments[0])
    }
  }

  /// Returns the lines of a shell, whole if they are continued.
  static func lines(of block: PageBlock) -> [String] {
    var lines: [String] = []
    var isContinued = false
    for line in block.lines where block.kind != "console" || line.hasPrefix("$ ") {
      let text = block.kind == "console" ? String(line.dropFirst(2)) : line
      if isContinued { lines[lines.count - 1] += text } else { lines.append(text) }
      isContinued = text.hasSuffix("\\")
      if isContinued { lines[lines.count - 1].removeLast() }
    }
    return lines
  }

  /// The lines in blocks of a shell, and the steps of workflows.
  static var all: [(block: PageBlock, line: String)] {
    get throws {
      try Pages().blocks.flatMap { block -> [(PageBlock, String)] in
        switch block.kind {
        case nil, "sh", "console": return lines(of: block).map { (block, $0) }
        case "yaml":
          return block.lines.compactMap { line in
            line.firstRange(of: "run: ").map { (block, String(line[$0.upperBound...])) }
          }
        default: return []
        }
      }
    }
  }
}

extension EndToEnd {
  struct PageCommandTests {
    /// Values of the words in capital letters.
    private static let values = [
      "N": "7", "FILE": "codecov.yml", "REF": "main", "SECONDS": "60", "ID": "7", "COMMIT": "abc1234",
      "ROLES": "worker", "DIR": "reports",
    ]

    private func parses(_ arguments: [String]) -> String? {
      do {
        _ = try Reviewbot.command(for: arguments.map { Self.values[$0] ?? $0 })
        return nil
      } catch {
        // Help and completion scripts end the program before anything is parsed.
        return Reviewbot.exitCode(for: error) == .success ? nil : Reviewbot.message(for: error)
      }
    }

    @Test func `every command line of a page is valid`() throws {
      let commands = try PageCommands.all.flatMap { entry in ShellLine(entry.line).arguments.map { (entry.block, $0) } }
      #expect(commands.count > 60)
      for (block, words) in commands {
        let message = parses(words)
        #expect(message == nil, "\(block): reviewbot \(words.joined(separator: " "))")
      }
    }

    @Test func `every command in the prose of a page is valid`() throws {
      // The names of hidden commands, and shortened lines, are no examples.
      let spans = try Pages().spans.filter { span in
        !span.lines[0].contains { "…[|<".contains($0) } && !span.lines[0].contains(" __")
      }
      #expect(spans.count > 50)
      for span in spans {
        for words in ShellLine(span.lines[0]).arguments {
          // Prose names a command or an option without what it requires.
          let message = parses(words).flatMap { $0.hasPrefix("Missing ") ? nil : $0 }
          #expect(message == nil, "\(span): \(span.lines[0])")
        }
      }
    }

    /// The commands that need no forge, server or build, and only git besides.
    private static let runnable: Set<String> = [
      "lint", "rules", "explain", "config", "hook", "report", "completions",
    ]

    private func canRun(_ line: String) -> Bool {
      let shell = ShellLine(line)
      return !shell.arguments.isEmpty && shell.commands.allSatisfy { ["reviewbot", "git"].contains($0[0]) }
        && shell.arguments.allSatisfy { arguments in
          Self.runnable.contains(arguments.first ?? "")
            || arguments.first == "coverage" && (arguments.contains("--lcov") || arguments.contains("--export"))
        }
    }

    @Test func `the commands of the pages that need no forge can be run`() async throws {
      let lines = try PageCommands.all.filter { canRun($0.line) }
      #expect(lines.count > 25)
      try await withScratchDirectory { folder in
        let tree = try folder.folder("tree")
        try prepare(tree)
        let program = try BuiltProgram(in: folder)
        let programs = try folder.folder("programs")
        try FileManager.default.createSymbolicLink(
          atPath: programs.path.appending("reviewbot").string, withDestinationPath: program.executable.string)
        for (block, line) in lines {
          let isNew = line.hasPrefix("reviewbot config init")
          if isNew {
            try FileManager.default.removeItem(atPath: tree.path.appending(".reviewbot.yml").string)
          } else {
            try configure(tree)
          }
          let text = Self.values.reduce(line) { $0.replacing(" \($1.key) ", with: " \($1.value) ") }
          let outcome = try await program.run(
            [], environment: ["PATH": "\(programs.path):/usr/bin:/bin"], shell: text, in: tree.path)
          // 1 is for findings, and for a missed target.
          #expect([0, 1].contains(outcome.status), "\(block): \(line): \(outcome.errors)")
        }
      }
    }

    private func configure(_ tree: ScratchDirectory) throws {
      try tree.write(
        ".reviewbot.yml",
        "version: 1\nlint:\n  custom:\n    - {id: no_print, pattern: print($$$A), message: m, examples: {good: [a()], bad: [print()]}}\n"
      )
    }

    /// The files that the pages name.
    private func prepare(_ tree: ScratchDirectory) throws {
      let repository = try SampleRepository(in: tree)
      try repository.git.git("checkout", "--quiet", "change")
      for number in 1...3 {
        try repository.git.write("a.swift", "let a = \(number)\n")
        try repository.git.git("add", "a.swift")
        try repository.git.git("commit", "--quiet", "--message", "Change \(number)")
      }
      try tree.write("codecov.yml", "ignore: [Demo]\n")
      try tree.write(".swiftlint.yml", "disabled_rules: [todo]\n")
      try tree.write(".reviewbot-baseline.json", "")
      let lines = "DA:1,1\nDA:2,1\nDA:3,0\nDA:6,1"
      for name in ["linux", "mac", "coverage"] {
        try tree.write("\(name).info", "SF:Sources/Sample/Sign.swift\n\(lines)\nend_of_record\n")
      }
      let here = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let report = try String(contentsOf: here.appending(path: "ReportingTests/Golden/report.json"), encoding: .utf8)
      for place in ["artifacts/report.json", ".build/reviewbot/report.json"] { try tree.write(place, report) }
    }
  }
}
