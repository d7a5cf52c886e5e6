// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SwiftSyntax

extension SyntaxProtocol {
  /// The text without the space and comments around it.
  ///
  /// `trimmedDescription` returns the same, but copies the tree twice to remove them.
  public var bareText: String {
    guard let first = firstToken(viewMode: .sourceAccurate) else { return "" }
    let bytes = trimmedLength.utf8Length
    let text = first.text
    // Most nodes that are compared by their text are names.
    if text.utf8.count == bytes { return text }
    let start = leadingTriviaLength.utf8Length
    return String(decoding: syntaxTextBytes[start..<start + bytes], as: UTF8.self)
  }
}

extension TokenSyntax {
  /// The name without backticks.
  package var name: String {
    let text = text
    return text.utf8.first == UInt8(ascii: "`") ? String(text.dropFirst().dropLast()) : text
  }
}
