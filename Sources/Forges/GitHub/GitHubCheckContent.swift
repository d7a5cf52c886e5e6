// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract

/// The final content of a check run.
struct CheckContent: Hashable, Sendable {
  let name: String
  /// The identity of this content, which is part of the check run. It finds the check run again after a lost response.
  let identity: String
  /// `nil` while the review is running.
  let conclusion: String?
  let title: String
  let summary: String
  let annotations: [CheckAnnotation]

  /// - Parameter verdict: the verdict to show; `nil` for the publication's own.
  init(_ publication: Publication, _ verdict: ShownVerdict? = nil) {
    let verdict = verdict ?? ShownVerdict(publication)
    name = publication.marker.name
    conclusion =
      switch verdict.state {
      case .pending: nil
      case .success: "success"
      case .failure: "failure"
      // A failed review is no verdict about the change, but must still block the merge.
      case .error: "cancelled"
      }
    title = verdict.description(atMost: GitHubLimits.checkTitleCharacters)
    summary = verdict.holder.map { Self.summary(publication, heldBy: $0) } ?? Self.summary(publication)
    // The annotations of a pass are not those of the failure.
    let shown = verdict.holder == nil ? publication.annotations.prefix(GitHubLimits.annotations) : []
    annotations = shown.map { CheckAnnotation($0) }
    let parts = [conclusion ?? "", title, summary] + annotations.map { "\($0)" }
    let digest = Fingerprint.name(of: parts.joined(separator: "\u{0}"), digits: 16)
    identity = CheckIdentity.text(of: verdict.text?.subject, digest: digest)
  }

  /// Returns the annotations after the first `count` ones in portions of the size that GitHub accepts; one empty
  /// portion when there are none.
  func portions(from count: Int) -> [ArraySlice<CheckAnnotation>] {
    guard count < annotations.count else { return [[]] }
    return stride(from: count, to: annotations.count, by: GitHubLimits.annotationsPerRequest).map {
      annotations[$0..<min($0 + GitHubLimits.annotationsPerRequest, annotations.count)]
    }
  }

  private static func summary(_ publication: Publication, heldBy failure: HeadResults.Result) -> String {
    "The review of pull request #\(publication.pullRequest) passed. The check fails because pull request "
      + "#\(failure.subject.number) has the same head and failed. It passes when #\(failure.subject.number) is closed, "
      + "has another head or base, or passes a review."
  }

  /// Returns the comment without its marker, or the one-line summary if there is no comment or it is too long.
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

/// An annotation of lines in the form that GitHub accepts.
struct CheckAnnotation: Encodable, Hashable, Sendable {
  let path: String
  let startLine: Int
  let endLine: Int
  /// Only for one line: GitHub rejects columns for several lines.
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
    // Our end column is the first one after the range.
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

  /// Returns the text cut to the maximum number of bytes, between characters.
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
