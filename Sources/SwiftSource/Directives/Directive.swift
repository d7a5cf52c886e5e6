// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A comment that is meant for us: `// reviewbot:disable force_try -- the pattern is a literal`.
package struct Directive: Hashable, Sendable {
  /// Which lines a suppression is for.
  package enum Scope: String, Hashable, Sendable {
    /// From here to `enable`, or to the end of the file.
    case onwards
    case this, next, previous
  }

  /// A word of the comment and where it is.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let range: Range<Int>
  }

  package enum Instruction: Hashable, Sendable {
    case disable(Scope, rules: [Word])
    case enable(rules: [Word])
    /// Never with `previous`.
    case coverageOff(Scope)
    case coverageOn
    /// The reason, as a sentence without a full stop.
    case malformed(String)
  }

  package let instruction: Instruction
  /// The text after ` -- `.
  package let reason: String?
  /// The bytes from `reviewbot:` to the end of the comment.
  package let range: Range<Int>
  /// The lines of the whole comment.
  package let lines: ClosedRange<Int>

  var isAboutCoverage: Bool {
    switch instruction {
    case .coverageOff, .coverageOn: true
    case .disable, .enable, .malformed: false
    }
  }
}
