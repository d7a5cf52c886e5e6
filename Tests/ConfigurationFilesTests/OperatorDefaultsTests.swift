// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

/// `defaults` of the operator's file.
struct OperatorDefaultsTests {
  private let catalogue = RuleCatalogue(
    rules: ConfigurationFilesTests.catalogue.rules, presets: ["relaxed": [], "strict": ["force_try", "todo"]],
    changeRules: [
      RuleCatalogue.Rule(
        id: "size", summary: "Size.", severity: .warning, isOptIn: true,
        options: [
          RuleCatalogue.Option(name: "lines", summary: "Lines.", defaultValue: 800),
          RuleCatalogue.Option(name: "files", summary: "Files.", defaultValue: 0),
        ]),
      RuleCatalogue.Rule(id: "draft", summary: "Draft.", severity: .note, isOptIn: true),
    ])

  private func defaults(_ text: String) throws -> OperatorDefaults {
    try OperatorDefaults(text: "version: 1\n" + text, file: "server.yml", catalogue: catalogue)
  }

  /// - Parameter text: the text after the first line.
  private func load(
    _ text: String?, _ defaults: String, files: [String: String] = [:]
  ) throws -> LoadedConfiguration {
    try ConfigurationReader(catalogue: catalogue, defaults: self.defaults(defaults)).load(
      text: text.map { "version: 1\n" + $0 }, file: ".reviewbot.yml", files: RepositoryFiles(files))
  }

  @Test(arguments: [
    // The operator's value, a stricter one, a looser one.
    ("informational: [rules]", "informational: false", "informational: true"),
    ("suppressions: list", "suppressions: fail", "suppressions: allow"),
    ("coverage: {target: 80}", "coverage: {target: 90}", "coverage: {target: 79.9}"),
    ("coverage: {target: 80}", "coverage: {target: 80}", "coverage: {target: auto}"),
    ("coverage: {threshold: 2}", "coverage: {threshold: 1}", "coverage: {threshold: 3}"),
    ("coverage: {informational: false}", "coverage: {informational: false}", "coverage: {informational: auto}"),
    ("coverage: {min_lines: 9}", "coverage: {min_lines: 0}", "coverage: {min_lines: 10}"),
    ("coverage: {exclude: [A/**, B/**]}", "coverage: {exclude: [B/**]}", "coverage: {exclude: [A/**, C/**]}"),
    ("coverage: {exclude_unreachable: false}", "comment: {when: never}", "coverage: {exclude_unreachable: true}"),
    (
      "coverage: {paths: [{path: A/**, target: 90}]}",
      "coverage: {paths: [{path: B/**, target: 10}, {path: A/**, target: 90}]}",
      "coverage: {paths: [{path: A/**, target: 10}]}"
    ),
    ("coverage: {unmeasured: count_as_missed}", "coverage: {unmeasured: fail}", "coverage: {unmeasured: note}"),
    ("tests: {flaky: fail}", "tests: {flaky: fail}", "tests: {flaky: pass}"),
    ("tests: {time_limit: 5m}", "tests: {time_limit: 4m}", "tests: {time_limit: 6m}"),
    ("build: {warnings: change}", "build: {warnings: all}", "build: {warnings: \"off\"}"),
    ("checkout: {test: merge}", "checkout: {test: both}", "checkout: {test: head}"),
    ("pull_request: {drafts: lint}", "pull_request: {drafts: review}", "pull_request: {drafts: skip}"),
    (
      "pull_request: {skip: {labels: [a], titles: [b]}}", "pull_request: {skip: {labels: [a]}}",
      "pull_request: {skip: {labels: [a], authors: [c]}}"
    ),
    ("lint: {included: [A/**]}", "lint: {included: []}", "lint: {included: [B/**]}"),
    ("lint: {included: []}", "lint: {excluded: [B/**]}", "lint: {included: [B/**]}"),
    ("rules: {todo: warning}", "rules: {todo: error}", "rules: {todo: note}"),
    ("rules: {todo: {excluded: [A/**]}}", "rules: {todo: {excluded: []}}", "rules: {todo: {excluded: [B/**]}}"),
    ("rules: {line_length: {limit: 100}}", "rules: {line_length: {limit: 90}}", "rules: {line_length: {limit: 101}}"),
    (
      "rules: {line_length: {ignores_urls: false}}", "rules: {line_length: error}",
      "rules: {line_length: {ignores_urls: true}}"
    ),
    ("rules: {preset: strict}", "rules: {force_try: error}", "rules: {force_try: \"off\"}"),
    (
      "lint: {custom: [{id: a, message: m, regex: x}]}", "lint: {custom: [{id: b, message: m, regex: y}]}",
      "lint: {custom: [{id: a, message: m, regex: y}]}"
    ),
    (
      "lint: {custom: [{id: a, message: m, regex: x}]}",
      "lint: {custom: [{id: a, message: m, regex: x, severity: error}]}",
      "lint: {custom: [{id: a, message: m, regex: x, severity: note}]}"
    ),
  ])
  func `a repository can tighten a value, and not loosen it`(own: String, stricter: String, looser: String) throws {
    let alone = try load(nil, own).configuration
    #expect(try load(stricter + "\n", own).notes == [])
    let loose = try load(looser + "\n", own)
    #expect(loose.configuration == alone)
    #expect(loose.notes.count == 1)
    #expect(loose.notes.first?.hasPrefix(".reviewbot.yml:2: ") == true, "\(loose.notes)")
  }

  @Test func `a note names the file, the line, the key and the remedy`() throws {
    let loaded = try load(
      "extends: a.yml\nrules:\n  line_length:\n    limit: 200\n",
      "coverage:\n  target: 80\nrules: {line_length: {severity: error, limit: 100}}\nlocked: [comment.when, tests.retries]\n",
      files: ["a.yml": "version: 1\n\ncoverage:\n  min_lines: 3\n  target: 60\ncomment: {when: never}\n"])
    #expect(
      loaded.notes == [
        "a.yml:5: coverage.target: 60 is looser than the server's 80; the server's value applies; remove the key, or use a higher percentage",
        "a.yml:6: comment.when: the server does not allow changes of this key; the server's value applies; remove the key",
        ".reviewbot.yml:5: rules.line_length.limit: 200 is looser than the server's 100; the server's value applies; remove the key, or use a stricter value",
      ])
    let text = loaded.text(showsOrigins: true)
    #expect(text.contains("\n  target: 80  # server.yml\n"))
    #expect(text.contains("\n  min_lines: 3  # a.yml\n"))
    #expect(
      text.contains(
        "\n    severity: error  # server.yml\n    ignores_urls: true  # default\n    limit: 100  # server.yml\n"))
  }

  @Test func `locked keys cannot be changed, even without a default`() throws {
    let loaded = try load(
      "lint: {baseline: known.json}\nrules: {todo: error}\npull_request: {rules: {draft: error}}\n",
      "locked: [lint.baseline, rules.todo, pull_request.rules.draft]\n")
    #expect(loaded.configuration == ReviewConfiguration(catalogue: catalogue))
    #expect(
      loaded.notes.map { $0.prefix { $0 != ";" } } == [
        ".reviewbot.yml:2: lint.baseline: the server does not allow changes of this key",
        ".reviewbot.yml:3: rules.todo: the server does not allow changes of this key",
        ".reviewbot.yml:4: pull_request.rules.draft: the server does not allow changes of this key",
      ])
  }

  @Test func `the server's rules about pull requests apply beside looser rules of a repository`() throws {
    let own = "pull_request: {rules: {size: {lines: 400}, draft: warning}}\n"
    func rules(_ text: String) throws -> ([String], [String]) {
      let loaded = try load(text, own)
      return (
        loaded.configuration.pullRequest.rules.map {
          "\($0.id) \($0.severity) \($0.options["lines"]?.description ?? "")"
        },
        loaded.notes
      )
    }
    #expect(try rules("comment: {}\n") == (["size warning 400", "draft warning "], []))
    #expect(
      try rules("pull_request: {rules: {size: {lines: 300}}}\n") == (["size warning 300", "draft warning "], []))
    let looser = try rules("pull_request:\n  rules:\n    size: {lines: 0, severity: error}\n    draft: off\n")
    #expect(looser.0 == ["size error 0", "size warning 400", "draft warning "])
    #expect(
      looser.1
        == ["draft", "size"].map { id in
          ".reviewbot.yml:\(id == "size" ? 4 : 5): pull_request.rules.\(id): it is looser than the server's; "
            + "the server's rule applies as well; remove the key, or use stricter values"
        })
  }

  @Test func `overrides cannot loosen the server's rules`() throws {
    let loaded = try load(
      "lint:\n  overrides:\n    - path: A/**\n      rules: {line_length: {limit: 30}}\n"
        + "    - path: B/**\n      rules:\n        todo: off\n        force_try: note\n",
      "rules: {line_length: {limit: 100}, todo: warning}\n")
    #expect(loaded.configuration.lint.overrides.map { $0.rules.keys.sorted() } == [["line_length"], ["force_try"]])
    #expect(loaded.notes.count == 1)
    #expect(loaded.notes.first?.hasPrefix(".reviewbot.yml:8: lint.overrides.todo: ") == true)
  }

  @Test func `a preset and SwiftLint's configuration cannot turn off rules of the server`() throws {
    let own = "rules: {todo: warning, force_try: error}\n"
    let preset = try load("rules: {preset: relaxed}\n", own)
    #expect(
      preset.notes == [
        ".reviewbot.yml:2: rules.preset: looser than the configuration of the server, whose values apply: rules.force_try, rules.todo"
      ])
    #expect(preset.configuration.rules["todo"]?.isOn == true)
    let swiftLint = try load(nil, own, files: [".swiftlint.yml": "disabled_rules: [todo, force_try]\n"])
    #expect(swiftLint.configuration.rules["force_try"]?.level == "error")
    #expect(
      swiftLint.notes.last
        == ".swiftlint.yml: looser than the configuration of the server, whose values apply: rules.force_try, rules.todo"
    )
  }

  @Test(arguments: [
    ("coverag: {target: 80}", "2:1: unknown section \"coverag\"; did you mean coverage?"),
    ("coverage: {target: high}", "2:20: target: expected auto or a percentage such as 80 or 72.5%, found \"high\""),
    (
      "extends: a.yml",
      "2:1: defaults: extends: not supported here, because the defaults belong to no repository; write the values here"
    ),
    ("rules: {no_such_rule: error}", "2:9: unknown rule \"no_such_rule\"; reviewbot rules lists the rules"),
    ("locked: [coverage.targt]", "2:10: locked: unknown key \"coverage.targt\"; did you mean coverage.target?"),
    ("locked: coverage", "2:9: defaults: locked: expected a list of keys such as coverage.target, found \"coverage\""),
    ("locked: [[a]]", "2:10: defaults: locked: expected a key such as coverage.target"),
    ("defaults: [a]", "2:11: defaults: expected keys of .reviewbot.yml, found a list"),
  ])
  func `invalid defaults are rejected`(text: String, message: String) throws {
    #expect {
      _ = try defaults(text)
    } throws: { error in
      "\(error)" == "server.yml:\(message)"
    }
  }

  @Test func `defaults are read and checked as part of the server's configuration`() throws {
    let reader = ServerConfigurationReader(catalogue: catalogue)
    let text = "version: 1\n\(ServerSample.forge)\ndefaults:\n  coverage: {target: 80}\n  locked: [comment.when]\n"
    let defaults = try #require(try reader.read(text: text, file: "server.yml").defaults)
    #expect(defaults.file == "server.yml" && defaults.locked.map(\.name) == ["comment.when"])
    #expect(throws: ConfigurationError.self) {
      try reader.read(text: text + "  rules: {no_such_rule: off}\n", file: "server.yml")
    }
    // The same file is accepted by `--defaults`.
    #expect(
      try OperatorDefaults(text: text, file: "server.yml", catalogue: catalogue).entries.map(\.key) == ["coverage"])
  }

  @Test func `every key has an order of strictness or is listed as a key without one`() {
    let keys = ReviewConfiguration.guardedKeys
    for name in keys.map(\.name) { #expect(ServerDefaultsReference.page.contains("| `\(name)` |")) }
    // Keys without an order of values.
    #expect(
      keys.filter { $0.tightening == nil }.map(\.name).sorted() == [
        "build.arguments", "build.environment", "build.labels", "build.package", "build.setup", "build.writable",
        "comment.details", "comment.report_url", "comment.sections", "comment.when", "coverage.ignore_autoclosures_of",
        "coverage.project",
        "inline.compiler", "inline.coverage",
        "inline.findings", "inline.limit", "inline.tests", "lint.baseline", "lint.swiftlint", "lint.unavailable_rules",
        "tests.quarantine", "tests.quarantine_automatically", "tests.runs",
      ])
  }
}
