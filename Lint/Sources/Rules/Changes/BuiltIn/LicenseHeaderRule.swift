// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

struct LicenseHeaderRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "A regular expression (ICU's syntax) that the first lines of an added file have to match.", format: .regex)
    var pattern: OptionalRegex = "SPDX-License-Identifier:|Copyright|Licensed under"
    @RuleOption("Patterns of the files that have such a header.", format: .globs) var files: PatternList = [
      "**/*.swift"
    ]
    @RuleOption("The number of first lines.", allowed: 1...200) var lines = 20
  }

  static let description = ChangeRuleDescription(
    id: "license_header", summary: "Begin added files with a license header.",
    example: #"{pattern: '^// SPDX-License-Identifier: Apache-2\.0', files: ['Sources/**/*.swift']}"#)

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.compactMap { file in
      guard file.status == .added, options.files.matches(file.path), !file.path.hasSuffix("Package.swift"),
        let bytes = change.newText(of: file)
      else { return nil }
      let head = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: options.lines, omittingEmptySubsequences: false)
        .prefix(options.lines).joined(separator: [UInt8(ascii: "\n")])
      do throws(RegexStop) {
        return try options.pattern.matches(String(decoding: Array(head), as: UTF8.self)) == false
          ? ChangeViolation("the first \(options.lines) lines have no license header", path: file.path) : nil
      } catch {
        return ChangeViolation(error, path: file.path)
      }
    }
  }
}
