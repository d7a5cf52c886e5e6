// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A command in a comment, for reviewbot such as `// reviewbot:disable force_try -- the pattern is a literal`, or for
/// SwiftLint.
package struct Directive: Hashable, Sendable {
  /// The program that the comment addresses.
  package enum Dialect: Hashable, Sendable {
    case reviewbot, swiftLint
  }

  /// The lines to which a suppression applies.
  package enum Scope: String, Hashable, Sendable {
    /// From the comment to `enable`, or to the end of the file.
    case onwards
    case this, next, previous
  }

  /// A word of the comment and its range in bytes.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let range: Range<Int>
  }

  package enum Instruction: Hashable, Sendable {
    case disable(Scope, rules: [Word])
    case enable(rules: [Word])
    /// SwiftLint's `enable:this`, `enable:next` or `enable:previous`, with the whole command.
    case enableLine(String, rules: [Word])
    /// Never with `previous`.
    case coverageOff(Scope)
    case coverageOn
    /// The reason, as a sentence without a full stop.
    case malformed(String)
  }

  package let dialect: Dialect
  package let instruction: Instruction
  /// The text after ` -- `.
  package let reason: String?
  /// The bytes from the program's name to the last character of the comment's text.
  package let range: Range<Int>
  /// The lines of the whole comment.
  package let lines: ClosedRange<Int>

  var isAboutCoverage: Bool {
    switch instruction {
    case .coverageOff, .coverageOn: true
    case .disable, .enable, .enableLine, .malformed: false
    }
  }
}

extension Directive {
  private static let marker = Array("reviewbot:".utf8)
  private static let swiftLintMarker = Array("swiftlint:".utf8)

  /// Parses a comment with `//` that begins with `reviewbot:`, or that contains `swiftlint:` anywhere, as in SwiftLint.
  ///
  /// `nil` for other comments: documentation may show directives to readers, and a comment that is commented out, such
  /// as `// // swiftlint:disable todo`, is no directive. A comment with `/*` that begins with `reviewbot:` is malformed.
  init?(comment: Comment, in text: SourceText) {
    guard comment.kind == .line || comment.kind == .block else { return nil }
    var start = comment.range.lowerBound + 2
    var end = comment.range.upperBound
    if comment.kind == .block, end - start >= 2 { end -= 2 }
    while start < end, Self.isSpace(text.bytes[start]) { start += 1 }
    while end > start, Self.isSpace(text.bytes[end - 1]) { end -= 1 }
    if text.bytes[start..<end].starts(with: Self.marker) {
      dialect = .reviewbot
    } else if comment.kind == .line, !Self.isComment(text.bytes[start..<end]),
      let place = Self.swiftLintPlace(in: text, start..<end)
    {
      dialect = .swiftLint
      start = place
    } else {
      return nil
    }
    let isSwiftLint = dialect == .swiftLint
    var words = Self.words(in: text, from: start + Self.marker.count, to: end)
    // Without a word right after the colon the command is empty, which is malformed.
    let command = words.first.flatMap { $0.range.lowerBound == start + Self.marker.count ? $0.text : nil } ?? ""
    if !command.isEmpty { words.removeFirst() }
    if let dashes = words.firstIndex(where: { $0.text == (isSwiftLint ? "-" : "--") }) {
      let text = text.text(in: words[dashes].range.upperBound..<end).drop(while: { $0.isWhitespace })
      reason = text.isEmpty ? nil : String(text)
      words.removeSubrange(dashes...)
    } else {
      reason = nil
    }
    instruction =
      comment.kind == .block
      ? .malformed("a command has no effect in /* */; write it after //")
      : Self.sharedInstruction(command, words)
        ?? (isSwiftLint ? Self.swiftLintInstruction(command, words) : Self.instruction(command, words))
    range = start..<end
    lines = text.lines.line(at: comment.range.lowerBound)...text.lines.line(at: comment.range.upperBound - 1)
  }

  private static func isComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: Array("//".utf8)) || bytes.starts(with: Array("/*".utf8))
  }

  private static func swiftLintPlace(in text: SourceText, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + swiftLintMarker.count <= range.upperBound {
      if text.bytes[index] == swiftLintMarker[0], text.bytes[index..<range.upperBound].starts(with: swiftLintMarker) {
        return index
      }
      index += 1
    }
    return nil
  }

  private static func swiftLintInstruction(_ command: String, _ words: [Word]) -> Instruction {
    switch command {
    // They re-enable rules on single lines, which has an effect only inside a suppression.
    case "enable:this", "enable:next", "enable:previous":
      words.isEmpty ? rules(words) { .enable(rules: $0) } : .enableLine(command, rules: words)
    default: .malformed("unknown command swiftlint:\(command.prefix(40))")
    }
  }

  private static func instruction(_ command: String, _ words: [Word]) -> Instruction {
    switch command {
    case "coverage-off": coverage(words, .coverageOff(.onwards))
    case "coverage-off:this": coverage(words, .coverageOff(.this))
    case "coverage-off:next": coverage(words, .coverageOff(.next))
    case "coverage-on": coverage(words, .coverageOn)
    default:
      .malformed(
        (command.isEmpty ? "missing command after reviewbot:" : "unknown command reviewbot:\(command.prefix(40))")
          + "; write disable, disable:this, disable:next, disable:previous, enable, coverage-off, coverage-off:this, "
          + "coverage-off:next or coverage-on")
    }
  }

  /// Parses the commands of both programs; nil for another one.
  private static func sharedInstruction(_ command: String, _ words: [Word]) -> Instruction? {
    switch command {
    case "disable": rules(words) { .disable(.onwards, rules: $0) }
    case "disable:this": rules(words) { .disable(.this, rules: $0) }
    case "disable:next": rules(words) { .disable(.next, rules: $0) }
    case "disable:previous": rules(words) { .disable(.previous, rules: $0) }
    case "enable": rules(words) { .enable(rules: $0) }
    default: nil
    }
  }

  private static func coverage(_ words: [Word], _ instruction: Instruction) -> Instruction {
    words.isEmpty ? instruction : .malformed("unexpected text; write a reason after --")
  }

  private static func rules(_ words: [Word], _ make: ([Word]) -> Instruction) -> Instruction {
    words.isEmpty ? .malformed("missing rule; name the rules, or write all") : make(words)
  }

  /// Words are separated by space or commas.
  private static func words(in text: SourceText, from start: Int, to end: Int) -> [Word] {
    var words: [Word] = []
    var index = start
    while index < end {
      let first = index
      while index < end, !isSeparator(text.bytes[index]) { index += 1 }
      if index > first { words.append(Word(text: text.text(in: first..<index), range: first..<index)) }
      index += 1
    }
    return words
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ",") }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
