// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A remark at lines as GitHub takes it.
struct CheckAnnotation: Encodable, Hashable, Sendable {
  let path: String
  let startLine: Int
  let endLine: Int
  /// Only for one line: GitHub refuses columns of several.
  let startColumn: Int?
  let endColumn: Int?
  let annotationLevel: String
  let title: String
  let message: String

  init(_ annotation: Annotation) {
    let lines = annotation.range.lines
    path = annotation.path
    startLine = max(1, lines.lowerBound)
    endLine = max(startLine, lines.upperBound)
    let column = annotation.range.startColumn
    let isOneLine = startLine == endLine && column >= 1
    startColumn = isOneLine ? column : nil
    // Ours is the first column after the range.
    endColumn = isOneLine ? max(column, annotation.range.endColumn - 1) : nil
    annotationLevel =
      switch annotation.severity {
      case .note: "notice"
      case .warning: "warning"
      case .error: "failure"
      }
    title = CommitStatus.shortened(annotation.title, to: GitHubLimits.checkTitleCharacters)
    message = Self.cut(annotation.message.allSatisfy(\.isWhitespace) ? annotation.title : annotation.message)
  }

  /// At most so many bytes, cut between characters.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > GitHubLimits.annotationMessageBytes else { return text }
    var kept = ""
    var count = "…".utf8.count
    for character in text {
      count += character.utf8.count
      guard count <= GitHubLimits.annotationMessageBytes else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
