// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import Rules
import Testing

/// The lines of `Documentation/coming-from-danger.md` that replace those of a Dangerfile.
struct DangerPageTests {
  @Test func `each line can be read, and turns on a rule`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/coming-from-danger.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| "), let match = line.firstMatch(of: /\| `([a-z_]+: .+)` \|$/) else { return nil }
      return String(match.1)
    }
    #expect(lines.count >= 20)
    let reader = ConfigurationReader(catalogue: BuiltInRulesAssembly().catalogue)
    for line in lines {
      let configuration = try reader.read(
        text: "version: 1\npull_request:\n  rules:\n    \(line)\n", file: line)
      #expect(configuration.pullRequest.rules.count == 1 && configuration.pullRequest.rules[0].isOn, "\(line)")
      _ = try ChangeLinter(configuration.pullRequest.rules)
    }
  }
}
