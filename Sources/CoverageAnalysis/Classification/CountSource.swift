// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource

/// What one report says of one file.
enum CountSource: Sendable {
  /// Stretches of characters, as llvm-cov's JSON has them.
  case segments(SegmentTable)
  /// Whole lines, as LCOV has them: how often, by 1-based line.
  case lines([Int: UInt64])

  /// The last line that is spoken of; 0 for none.
  var lastLine: Int {
    switch self {
    case .segments(let segments): segments.lastLine
    case .lines(let counts): counts.keys.max() ?? 0
    }
  }

  /// What is said of each token.
  ///
  /// - Parameters:
  ///   - positions: where the tokens begin, in order.
  ///   - lazy: arguments that are only evaluated when something is wrong, as tokens and places.
  func uses(of positions: [SourcePosition], lazy: [LazyTokens]) -> [TokenUse] {
    switch self {
    case .lines(let counts):
      return positions.map { counts[$0.line].map { $0 > 0 ? .ran : .idle } ?? .unknown }
    case .segments(let segments):
      let indices = positions.map { segments.index(at: $0) }
      var uses = indices.map { index -> TokenUse in
        guard let index, segments[index].isMapped else { return .unknown }
        return segments[index].count > 0 ? .ran : .idle
      }
      for argument in lazy {
        for token in argument.tokens where uses[token] == .idle {
          guard let segment = indices[token] else { continue }
          if segments.isIdle(at: segment, onlyBetween: argument.start, and: argument.end) { uses[token] = .overlooked }
        }
      }
      return uses
    }
  }

  /// Where tokens begin, in bytes, whose count of 0 says nothing. Whole lines do not tell.
  func doubtfulZeros(in file: ParsedFile) -> Set<Int> {
    guard case .segments(let segments) = self else { return [] }
    return DoubtfulZeros.offsets(in: file) { offset in
      guard let index = segments.index(at: file.text.lines.position(at: offset)) else { return nil }
      return segments[index].isMapped ? segments[index].count : nil
    }
  }
}

/// The significant tokens of a lazily evaluated argument list.
struct LazyTokens: Sendable {
  /// Indices of tokens.
  let tokens: Range<Int>
  let start: SourcePosition
  let end: SourcePosition
}
