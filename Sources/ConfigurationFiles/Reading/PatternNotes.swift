// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension ReviewConfiguration {
  /// Notes about path patterns that look like patterns of another language, in which they would match more.
  var patternNotes: [String] {
    var notes: [String] = []
    func check(_ globs: [Glob], _ key: String) {
      for pattern in globs.map(\.pattern) {
        guard let character = Self.foreignCharacter(in: pattern) else { continue }
        let note =
          "\(key): the pattern \(shown(pattern)) has \"\(character)\", which stands for itself; path patterns know *, **, ?, "
          + "[a-z] and {a,b}, and no exceptions"
        if !notes.contains(note) { notes.append(note) }
      }
    }
    for key in Self.allKeys {
      switch key.value(self) {
      case let globs as [Glob]: check(globs, key.name)
      case let goals as [PathGoal]: check(goals.flatMap(\.paths), key.name)
      case let linters as [ExternalLinter]:
        for linter in linters { check(linter.included + linter.excluded, "\(key.name).\(linter.name)") }
      default: break
      }
    }
    check(lint.overrides.flatMap(\.paths), "lint.overrides")
    for (id, choice) in rules.sorted(by: { $0.key < $1.key }) {
      check(choice.included, "rules.\(id).included")
      check(choice.excluded, "rules.\(id).excluded")
    }
    return notes
  }

  private static func foreignCharacter(in pattern: String) -> Character? {
    if pattern.hasPrefix("!") { return "!" }
    return pattern.first { "^(|".contains($0) }
  }
}
