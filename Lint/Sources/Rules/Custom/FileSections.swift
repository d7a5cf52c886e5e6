// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// The parts of a file that custom rules check, computed once for all rules.
final class FileSections {
  let file: SourceFile
  /// Nil for a file that is not UTF-8.
  private lazy var whole = String(validating: file.text.bytes, as: UTF8.self).map { RegexText($0) }
  private(set) lazy var kinds = (try? parsed.get()).map { TokenKinds($0) }
  /// The reasons why custom rules did not look at the file, as sentences without a full stop.
  private(set) var unchecked: [String] = []
  /// Whether parsing took too long.
  private(set) var isSlow = false
  private var masked: [CustomRule.Scope: RegexText] = [:]
  private lazy var parsed = Result { () throws(ParseRefusal) in try file.parse() }

  init(_ file: SourceFile) {
    self.file = file
  }

  /// The tree; nil, with a reason, for a file that cannot be parsed.
  var tree: ParsedFile? {
    switch parsed {
    case .success(let parsed): return parsed
    case .failure(let refusal):
      if case .tooSlow = refusal { isSlow = true }
      add("custom rules that need its syntax were not applied, because \(refusal)")
      return nil
    }
  }

  /// Returns the text of a scope at its place in the file: everything else is replaced by spaces, except line breaks.
  /// Nil, with a reason, for a file that is not UTF-8 or cannot be parsed.
  func text(of scope: CustomRule.Scope?) -> RegexText? {
    guard let whole else {
      add("custom rules were not applied, because it is not UTF-8")
      return nil
    }
    guard let scope, scope != .files else { return whole }
    if let known = masked[scope] { return known }
    guard let tree else { return nil }
    let text = RegexText(String(decoding: Self.masked(tree, scope), as: UTF8.self))
    masked[scope] = text
    return text
  }

  private func add(_ reason: String) {
    if !unchecked.contains(reason) { unchecked.append(reason) }
  }

  private static func masked(_ file: ParsedFile, _ scope: CustomRule.Scope) -> [UInt8] {
    let comments = file.comments.map(\.range)
    let strings = file.tokens.filter { if case .stringSegment = $0.tokenKind { true } else { false } }
      .map { file.range(of: $0) }
    let ranges = scope == .comments ? comments : scope == .strings ? strings : comments + strings
    var bytes = file.text.bytes
    var position = 0
    func blank(_ range: Range<Int>) {
      for index in range where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
        bytes[index] = UInt8(ascii: " ")
      }
    }
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      blank(scope == .code ? range : position..<max(position, range.lowerBound))
      position = max(position, range.upperBound)
    }
    if scope != .code { blank(position..<bytes.count) }
    return bytes
  }
}
