// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// Files that a linter does not expect: a clear note, and the others are checked.
struct LintBadInputTests {
  private static let good = "let good = 1;\n"
  private static let finding = "warning: unnecessary trailing semicolon (trailing_semicolon)"
  private static let configuration = "version: 1\nrules: {preset: standard, line_length: off, file_length: off}\n"

  /// Lints a tree with a good file and the files that the body adds, and expects the finding of the good file.
  private func lint(
    _ arguments: [String] = ["--all"], configuration: String = configuration,
    _ prepare: (ScratchDirectory) throws -> Void
  ) async throws -> (findings: [String], notes: [String]) {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write(".reviewbot.yml", configuration)
      try git.commit("base")
      try git.write("good.swift", Self.good)
      try prepare(git.folder)
      let outcome = try await BuiltProgram(in: folder).run(["lint"] + arguments, in: git.folder.path)
      // A file that cannot be parsed is an error.
      #expect(outcome.status <= 1, "\(outcome.errors.prefix(2_000))")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.contains("good.swift:1:13: \(Self.finding)"), "\(outcome)")
      let notes = outcome.errors.split(separator: "\n").map { String($0.replacing("reviewbot: ", with: "")) }
      return (lines.filter { !$0.hasPrefix("good.swift") }, Array(notes.dropLast()))
    }
  }

  private func write(_ bytes: [UInt8], _ name: String, in folder: ScratchDirectory) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path.appending(name).string))
  }

  @Test func `a file that is not UTF-8 is checked`() async throws {
    let found = try await lint { folder in
      try write(
        [0xff, 0xfe] + Array("let a = 1;\nlet b = \"".utf8) + [0xc3, 0x28] + Array("\";\n".utf8), "a.swift", in: folder)
    }
    #expect(found.findings.contains { $0.hasPrefix("a.swift:3:") || $0.hasPrefix("a.swift:2:") }, "\(found)")
  }

  @Test func `a UTF-16 file is text that does not parse`() async throws {
    let found = try await lint { folder in
      try write(Array("let a = 1;\n".utf8).flatMap { [$0, 0] }, "a.swift", in: folder)
    }
    #expect(found.findings.contains { $0.hasSuffix("(parse_error)") }, "\(found)")
  }

  @Test func `an empty file and a file with a single NUL do not stop lint`() async throws {
    let found = try await lint { folder in
      try write([], "a.swift", in: folder)
      try write([0], "b.swift", in: folder)
    }
    #expect(found.findings.allSatisfy { $0.hasPrefix("b.swift") }, "\(found)")
  }

  @Test func `a file of a million lines is checked`() async throws {
    let found = try await lint { folder in
      try write([UInt8](repeating: UInt8(ascii: "\n"), count: 1_000_000), "a.swift", in: folder)
    }
    #expect(!found.findings.isEmpty)
    #expect(found.findings.allSatisfy { $0.hasPrefix("a.swift") })
  }

  @Test func `a file with a line of 10 MB is checked by rules about text, and is an error for others`() async throws {
    let found = try await lint { folder in
      try write(
        Array("let a = 1; // ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000), "a.swift", in: folder)
    }
    #expect(found.findings.count == 2, "\(found)")
    #expect(
      found.findings.contains { $0.hasSuffix("because it has more than 2 MiB (not_checked)") }, "\(found)")
    #expect(found.findings.contains { $0.hasSuffix("(trailing_newline)") }, "\(found)")
  }

  @Test(.thorough, arguments: ["(", "[", "{", "<", "a.", "!", "#if a\n", "if a {", "\"\\("])
  func `a file with 10,000 nested constructs does not stop lint`(text: String) async throws {
    let found = try await lint { folder in
      try folder.write("a.swift", "let a = " + String(repeating: text, count: 10_000) + ";\n")
    }
    #expect(found.notes == [])
    #expect(!found.findings.isEmpty)
    #expect(found.findings.allSatisfy { $0.hasPrefix("a.swift:") })
  }

  @Test func `a pipe, a socket and a folder named like a Swift file are not read as files`() async throws {
    let found = try await lint { folder in
      #expect(mkfifo(folder.path.appending("pipe.swift").string, 0o600) == 0)
      #expect(mknod(folder.path.appending("socket.swift").string, S_IFSOCK | 0o600, 0) == 0)
      _ = try folder.folder("folder.swift")
      try folder.write("folder.swift/a.swift", Self.good)
    }
    #expect(found.findings == ["folder.swift/a.swift:1:13: \(Self.finding)"])
  }

  @Test func `a tracked file that was replaced by a pipe does not block lint`() async throws {
    let found = try await lint(["--since", "HEAD"]) { folder in
      let git = try GitFixture(in: folder)
      try folder.write("a.swift", "let another = 2;\n")
      try git.git("add", "a.swift")
      try git.git("commit", "--quiet", "--message", "a")
      try FileManager.default.removeItem(atPath: folder.path.appending("a.swift").string)
      #expect(mkfifo(folder.path.appending("a.swift").string, 0o600) == 0)
    }
    #expect(found.findings == [])
  }

  @Test func `links out of the tree are not followed, and are errors in place of sources`() async throws {
    let found = try await lint { folder in
      let outside = FilePath("\(folder.path).outside")
      try ScratchDirectory(path: outside).write("secret.swift", "let secret = 1;\n")
      try folder.link("file.swift", to: outside.appending("secret.swift").string)
      try folder.link("folder", to: outside.string)
      try folder.link("gone.swift", to: "nowhere")
      try folder.link("loop.swift", to: "loop.swift")
    }
    #expect(
      found.findings
        == [
          ("file.swift", "out of the repository"), ("folder", "out of the repository"),
          ("gone.swift", "to something that git does not track"),
          ("loop.swift", "that leads back to itself"),
        ].map { "\($0):1:1: error: not checked: it is a symbolic link \($1) (not_checked)" })
  }

  @Test func `a staged file that was removed from the working tree is checked`() async throws {
    // A file that git lists and the tree does not have: removed, and not staged.
    let found = try await lint(["--staged"]) { folder in
      let git = try GitFixture(in: folder)
      try folder.write("a.swift", Self.good)
      try git.git("add", "--all")
      try FileManager.default.removeItem(atPath: folder.path.appending("a.swift").string)
    }
    // The index contains it.
    #expect(found.findings == ["a.swift:1:13: \(Self.finding)"])
  }

  @Test func `file names with control characters are shown on one line`() async throws {
    let found = try await lint { folder in
      try folder.write("a\nb.swift", Self.good)
      try folder.write("c\u{1b}[31md.swift", Self.good)
    }
    #expect(found.findings.count == 2)
    #expect(!found.findings.joined().contains("\u{1b}"))
  }

  @Test func `a malformed baseline and a malformed configuration are reported`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("a.swift", Self.good)
      try git.write("known.json", "{")
      let program = try BuiltProgram(in: folder)
      let baseline = try await program.run(["lint", "--all", "--baseline", "known.json"], in: git.folder.path)
      #expect(baseline.status == 2)
      #expect(baseline.errors.contains("known.json"), "\(baseline.errors)")
      try write([0xff, 0xfe, 0x00], "tree/.reviewbot.yml", in: folder)
      let configuration = try await program.run(["lint", "--all"], in: git.folder.path)
      #expect(configuration.status == 2)
      #expect(configuration.errors.hasPrefix("reviewbot: .reviewbot.yml:1:1: "), "\(configuration.errors)")
    }
  }
}
