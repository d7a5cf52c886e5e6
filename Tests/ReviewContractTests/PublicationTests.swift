// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SecretMasking
import Testing

struct PublicationTests {
  private let secret = "correct-horse-battery"

  private func publication() throws -> Publication {
    Publication(
      pullRequest: 7, commit: try #require(CommitID(String(repeating: "a", count: 40))),
      marker: try #require(CommentMarker(name: "reviewbot")), comment: "it says \(secret)", state: .pending,
      summary: "skipped: \(secret)",
      annotations: [
        Annotation(
          path: "a.swift", range: SourceRange(line: 1, column: 1), severity: .error, title: "t", message: secret)
      ], awaitsAuthor: true, createsComment: false)
  }

  @Test func `a masked publication differs only in its texts`() throws {
    let masked = try publication().masked(by: SecretMask([secret]))
    #expect(masked.awaitsAuthor && !masked.createsComment)
    #expect(masked.state == .pending && masked.pullRequest == 7)
    for text in [masked.comment ?? "", masked.summary, masked.annotations[0].message] {
      #expect(!text.contains(secret) && !text.isEmpty)
    }
  }

  @Test func `parts of a publication keep all other settings`() throws {
    let whole = try publication()
    let status = whole.with(comment: false, verdict: true)
    #expect(status.comment == nil && status.state == .pending && status.annotations == whole.annotations)
    let comment = whole.with(comment: true, verdict: false)
    #expect(comment.comment == whole.comment && comment.state == nil && comment.annotations == [])
    for part in [status, comment, whole.withoutAnnotations] { #expect(part.awaitsAuthor && !part.createsComment) }
  }
}
