// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftDiagnostics
import SwiftParserDiagnostics
import SwiftSyntax

/// The first error of a text that does not parse; most others result from it.
struct SyntaxError {
  /// In bytes.
  let offset: Int
  let message: String

  /// - Returns: nil without an error.
  static func first(in tree: SourceFileSyntax) -> SyntaxError? {
    // For such a token the diagnostics generator makes a correction without a change, which crashes the program.
    if let token = tree.tokens(viewMode: .all).first(where: isUncorrectable) {
      return SyntaxError(
        offset: token.start, message: "'=' must have consistent whitespace on both sides")
    }
    let errors = ParseDiagnosticsGenerator.diagnostics(for: tree).filter { $0.diagMessage.severity == .error }
    return errors.min { $0.position < $1.position }.map {
      SyntaxError(offset: $0.position.utf8Offset, message: $0.message)
    }
  }

  /// Whether the token is an `=` beside a space and beside something that is neither space nor code, such as a no-break
  /// space or a byte that is not UTF-8.
  private static func isUncorrectable(_ token: TokenSyntax) -> Bool {
    token.tokenDiagnostic?.kind == .equalMustHaveConsistentWhitespaceOnBothSides
      && token.previousToken(viewMode: .all)?.trailingTrivia.contains { $0.isSpaceOrTab } == true
      && token.trailingTrivia.contains { $0.isSpaceOrTab }
  }
}
