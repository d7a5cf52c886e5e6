// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import ReviewContract

/// What a check run is to show in the end.
struct CheckContent: Hashable, Sendable {
  let name: String
  /// Tells this content from any other. It stands in the check run, which by that is known again when an answer was
  /// lost.
  let identity: String
  let pullRequest: Int
  /// `nil` while the review is under way.
  let conclusion: String?
  let title: String
  let summary: String
  let annotations: [CheckAnnotation]

  init(_ publication: Publication) {
    name = publication.marker.name
    pullRequest = publication.pullRequest
    conclusion =
      switch publication.shownState {
      case .pending: nil
      case .success: "success"
      case .failure: "failure"
      // That the review could not be done is no word about the change, but must not let it through either.
      case .error: "cancelled"
      }
    title = CommitStatus.shortened(publication.summary, to: GitHubLimits.checkTitleCharacters)
    summary = Self.summary(publication)
    annotations = publication.annotations.prefix(GitHubLimits.annotations).map { CheckAnnotation($0) }
    let parts = [conclusion ?? "", title, summary] + annotations.map { "\($0)" }
    let digest = SHA256.hexadecimal(of: parts.joined(separator: "\u{0}"), digits: 16)
    identity = CheckIdentity.text(pullRequest: publication.pullRequest, digest: digest)
  }

  /// The annotations in portions that GitHub takes; one empty portion when there are none.
  var portions: [ArraySlice<CheckAnnotation>] { portions(from: 0) }

  /// What remains to be sent when the first `count` annotations are there.
  func portions(from count: Int) -> [ArraySlice<CheckAnnotation>] {
    guard count < annotations.count else { return [[]] }
    return stride(from: count, to: annotations.count, by: GitHubLimits.annotationsPerRequest).map {
      annotations[$0..<min($0 + GitHubLimits.annotationsPerRequest, annotations.count)]
    }
  }

  /// The comment without its marker, or, when there is none or it is too long to be a summary, the one line.
  private static func summary(_ publication: Publication) -> String {
    guard let comment = publication.comment else { return publication.summary }
    var text = comment[...]
    if publication.marker.isFirstLine(of: comment) {
      text = text.drop { !$0.isNewline }.drop(while: \.isNewline)
    }
    let isFitting = text.utf16.count <= GitHubLimits.checkSummaryCharacters && !text.isEmpty
    return isFitting ? String(text) : publication.summary
  }
}

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
