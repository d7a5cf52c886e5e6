// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Foundation
import Isolation
import Linting
import ReviewContract
import ReviewTesting
import Rules
import SystemPackage
import Testing

/// Other linters, as separate programs.
struct ExternalLintersTests {
  private let catalogue = RuleCatalogue([])

  /// Runs linters without a sandbox on all files of a folder.
  private func run(
    _ linters: String, files: [String: String], texts: [String: String]? = nil, more: String = "",
    configurations: [String: String]? = nil, shells: [String] = [], variables: [String: String] = [:]
  ) async throws -> ReviewedFindings {
    try await withScratchDirectory { folder in
      let root = try folder.folder("tree")
      for (path, text) in files { try root.write(path, text) }
      var configuration = try ConfigurationReader(catalogue: catalogue)
        .read(text: "version: 1\nlint:\n  linters: \(linters)\n\(more)", file: "f")
      // The default is too short on a busy host.
      for index in configuration.lint.linters.indices where configuration.lint.linters[index].timeout == "2m" {
        configuration.lint.linters[index].timeout = "30m"
      }
      var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      for name in shells { try folder.link("bin/\(name)", to: "/bin/sh") }
      environment["PATH"] = "\(folder.path)/bin:\(environment["PATH"] ?? "")"
      let place = LinterPlace(
        sandbox: Unsandboxed(), environment: environment,
        folder: folder.path.appending("linters"), configurations: configurations)
      let paths = (texts ?? files).keys.sorted().filter { $0.hasSuffix(".swift") }
      let changes = ChangeSet(files: paths.map { ChangedFile(path: $0, status: .added) })
      let found = await ExternalLinters(configuration, in: place).findings(
        in: ReviewedChange(
          root: root.path, changes: changes, isEverythingInChange: true,
          texts: texts?.mapValues { Array($0.utf8) }))
      let remaining = try? FileManager.default.contentsOfDirectory(atPath: place.folder.string)
      #expect(remaining ?? [] == [], "files are left")
      return found
    }
  }

  private func texts(_ found: ReviewedFindings) -> [String] {
    found.findings.map { "\($0.place) \($0.rule) \($0.severity): \($0.message)" }
  }

  private static let files = ["a.swift": "let a = 1\nlet b = 2\n", "B/b.swift": "let c = 3\n"]
  private static let regex = "'^(?<path>[^:]+):(?<line>[0-9]+): (?<message>.+)$'"

  /// Returns a linter that is a shell script.
  private func script(_ text: String, _ more: String = "") -> String {
    "{mine: {command: [/bin/sh, -c, \(quoted(text)), sh, \"{files}\"], format: lines, regex: \(Self.regex)\(more)}}"
  }

  private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  @Test func `swift-format of the toolchain runs without a configured command`() async throws {
    let found = try await run("{swift-format: on}", files: ["a.swift": "let a = 1;\n", "B/b.swift": "let c = 3\n"])
    #expect(found.notes == [])
    #expect(texts(found) == ["a.swift:1:10 swift-format/DoNotUseSemicolons warning: remove ';'"])
    #expect(found.findings.first?.fingerprint.count == 16)
  }

  @Test func `swift-format reads the nearest configuration, and the base's in a review`() async throws {
    let files = [
      "a.swift": "func f() {\n    g()\n}\n", ".swift-format": #"{"version": 1, "indentation": {"spaces": 4}}"#,
    ]
    #expect(texts(try await run("{swift-format: on}", files: files)) == [])
    #expect(
      try await run("{swift-format: on}", files: files, texts: ["a.swift": files["a.swift"] ?? ""]).findings == [])
    let base = try await run("{swift-format: on}", files: files, configurations: [:])
    #expect(texts(base) == ["a.swift:2:1 swift-format/Indentation warning: unindent by 2 spaces"])
    let own = try await run(
      "{swift-format: on}", files: ["a.swift": files["a.swift"] ?? ""],
      configurations: [".swift-format": files[".swift-format"] ?? ""])
    #expect(texts(own) == [])
  }

  /// A script instead of SwiftLint, which is a shell here and so reads the file `lint`: a program that a test writes
  /// can be busy in a child that another test starts.
  private static let swiftLint = #"""
    for file; do :; done
    printf '[{"file": "%s/%s", "line": 1, "character": 3, "severity": "Warning", "rule_id": "todo", "reason": "%s: %s"}]' \
      "$PWD" "$file" "$*" "$(cat .swiftlint.yml)"
    """#

  @Test func `SwiftLint gets the files, and the base's configuration in a review`() async throws {
    let files = ["a.swift": "let a = 1\n", ".swiftlint.yml": "own", "lint": Self.swiftLint]
    let arguments = "--quiet --no-cache --force-exclude --reporter json a.swift"
    let own = try await run("{swiftlint: on}", files: files, shells: ["swiftlint"])
    #expect(texts(own) == ["a.swift:1:3 swiftlint/todo warning: \(arguments): own"], "\(own.notes)")
    let base = try await run(
      "{swiftlint: {severity: note}}", files: files,
      configurations: [".swiftlint.yml": "base", "lint": Self.swiftLint], shells: ["swiftlint"])
    #expect(texts(base) == ["a.swift:1:3 swiftlint/todo note: \(arguments): base"], "\(base.notes)")
  }

  @Test func `a command gets the files as arguments or on its standard input`() async throws {
    let arguments = try await run(script(#"for f in "$@"; do echo "$f:1: $0 argument"; done"#), files: Self.files)
    #expect(
      texts(arguments) == [
        "B/b.swift:1:1 mine/finding warning: sh argument", "a.swift:1:1 mine/finding warning: sh argument",
      ])
    let input = try await run(
      "{mine: {command: [/bin/sh, -c, 'while read f; do echo \"$f:1: input\"; done'], format: lines, regex: \(Self.regex)}}",
      files: Self.files)
    #expect(input.findings.map(\.message) == ["input", "input"])
  }

  @Test func `a file name that looks like an option is passed as a file`() async throws {
    let found = try await run(
      script(#"for f in "$@"; do echo "$f:1: x"; done"#), files: ["--help.swift": "a\n", "@a.swift": "b\n"])
    #expect(found.findings.map(\.path) == ["--help.swift", "@a.swift"])
  }

  @Test func `file contents that differ from the checkout are checked in copies`() async throws {
    let found = try await run(
      script(#"for f in "$@"; do echo "$f:2: $(sed -n 2p "$f") $(cat tool.txt)"; done"#),
      files: ["a.swift": "old\nold\n", "tool.txt": "tool\n"], texts: ["a.swift": "new\nnew 2\n"])
    #expect(texts(found) == ["a.swift:2:1 mine/finding warning: new 2 tool"])
  }

  @Test func `included, excluded and generated paths select the files`() async throws {
    let files = ["A/a.swift": "a\n", "B/b.swift": "b\n", "C/c.swift": "c\n", "D/d.swift": "d\n"]
    let found = try await run(
      script(#"for f in "$@"; do echo "$f:1: x"; done"#, ", included: [A, B, C], excluded: [B]"), files: files,
      more: "paths: {generated: [C]}\n")
    #expect(found.findings.map(\.path) == ["A/a.swift"])
    let none = try await run(script("echo a.swift:1: x", ", included: [Z]"), files: files)
    #expect(none == ReviewedFindings(findings: []))
  }

  @Test func `findings outside of the repository are dropped and counted`() async throws {
    let found = try await run(
      script("echo $PWD/a.swift:1: inside; echo /etc/hosts:1: outside; echo ../x.swift:1: outside"), files: Self.files)
    #expect(found.findings.map(\.message) == ["inside"])
    #expect(found.notes == ["the linter mine reports 2 findings outside of the repository"])
  }

  @Test(arguments: [
    ("{a: {command: [no-such-linter, x], format: sarif}}", "was not run", "install no-such-linter on PATH"),
    (
      "{a: {command: [/bin/sh, -c, 'echo no config >&2; exit 3'], format: sarif}}", "failed with status 3: no config",
      ""
    ),
    (
      "{a: {command: [/bin/sh, -c, 'echo nonsense'], format: sarif}}",
      "wrote no report of the format sarif: it is not SARIF", ""
    ),
    ("{a: {command: [/bin/sh, -c, ':'], format: checkstyle}}", "wrote no report of the format checkstyle", ""),
    ("{a: {command: [/bin/sh, -c, 'kill -9 $$'], format: github}}", "was ended by signal 9", ""),
    (
      "{a: {command: [/bin/sleep, 600], format: sarif, timeout: 1s}}",
      "took longer than 1s; set lint.linters.a.timeout", ""
    ),
    ("{a: {command: [/usr/bin/head, -c, 20000000, /dev/zero], format: sarif}}", "wrote more than 8 MiB of output", ""),
    ("{a: {command: [/bin/sh, -c, 'echo x; exit 2'], format: github}}", "failed with status 2: x", ""),
  ])
  func `a linter that fails adds a note, and other linters still run`(
    linter: String, message: String, more: String
  ) async throws {
    let good = "b: {command: [/bin/echo, '::error file=a.swift::good'], format: github}"
    let found = try await run("\(linter.dropLast()), \(good)}", files: Self.files)
    #expect(found.findings.map(\.rule) == ["b/finding"])
    #expect(found.notes.count == 1)
    #expect(found.notes.sentences[0].hasPrefix("the linter a \(message)"), "\(found.notes)")
    #expect(found.notes.sentences[0].hasSuffix(more), "\(found.notes)")
    #expect(found.notes[0].unfinished == [Note.UnfinishedCheck("a", .error)])
  }

  @Test func `a nonzero exit status with findings is not a failure`() async throws {
    let found = try await run(script("echo a.swift:1: x; exit 2"), files: Self.files)
    #expect(found.findings.count == 1)
    #expect(found.notes == [])
  }

  @Test func `paths that exceed one command line are passed in several runs`() async throws {
    let names = (0..<900).map { "\(String(repeating: "d", count: 150))/f\($0).swift" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "a\n") })
    let found = try await run(script(#"echo "$1:1: $#""#), files: files)
    #expect(found.notes == [])
    #expect(found.findings.count == 3)
    #expect(found.findings.reduce(0) { $0 + (Int($1.message) ?? 0) } == 900)
  }

  @Test func `a linter gets a writable home other than the user's`() async throws {
    let found = try await run(
      script(#"echo "a.swift:1: at $HOME"; touch "$HOME/x" && echo a.swift:1: writable"#), files: Self.files)
    #expect(found.findings.map(\.message).contains("writable"))
    #expect(found.findings.contains { $0.message.hasPrefix("at /") })
    #expect(!found.findings.contains { $0.message == "at \(NSHomeDirectory())" })
  }

  @Test func `a linter gets only allowed variables of the environment, without secrets`() async throws {
    let names = [
      "GITHUB_TOKEN", "REVIEWBOT_TOKEN", "REVIEWBOT_GIT_CREDENTIAL", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD",
      "SSH_AUTH_SOCK", "OTHER",
    ]
    var variables = Dictionary(uniqueKeysWithValues: names.map { ($0, "canary") })
    variables["https_proxy"] = "http://ada:canary@proxy.example.com"
    variables["TZ"] = "Europe/Vienna"
    let found = try await run(
      script(#"echo "a.swift:1: $TZ, canaries: $(env | grep -c canary)""#), files: Self.files, variables: variables)
    #expect(found.findings.map(\.message) == ["Europe/Vienna, canaries: 0"], "\(found)")
  }
}
