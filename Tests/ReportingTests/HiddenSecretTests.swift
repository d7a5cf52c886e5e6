// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SecretMasking
import Testing

@testable import Reporting

/// A secret in each place of a report and in each encoding.
struct HiddenSecretTests {
  private static let canary = "ghp_c4nary+secret/0123"

  enum Form: CaseIterable {
    case whole, percentEncoded, base64, base64AfterOne, base64AfterTwo, wrapped, wrappedThrice, json

    var text: String {
      switch self {
      case .whole: canary
      case .percentEncoded: canary.replacing("+", with: "%2B").replacing("/", with: "%2F")
      case .base64: Data(canary.utf8).base64EncodedString()
      case .base64AfterOne: Data(":\(canary)".utf8).base64EncodedString()
      case .base64AfterTwo: Data("a:\(canary)".utf8).base64EncodedString()
      case .wrapped: canary.prefix(11) + "\n" + canary.dropFirst(11)
      case .wrappedThrice: canary.prefix(4) + "\r\n  " + canary.dropFirst(4).prefix(6) + "\n" + canary.dropFirst(10)
      case .json: canary.replacing("/", with: "\\/")
      }
    }
  }

  /// Returns every rendering of a report.
  private func shown(_ report: Report) throws -> [String: String] {
    let marker = try #require(CommentMarker(name: "reviewbot"))
    let comment = MarkdownRenderer(settings: CommentSettings(marker: marker)).render(report)
    let summary = SummaryRenderer().render(report)
    let publication = Publication(
      pullRequest: 7, commit: report.head, marker: marker, comment: comment, state: .failure, summary: summary,
      annotations: report.findings.map { Annotation($0) })
    let files = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    let rendered = try ReportFormat.allCases.map { ("file \($0)", try files.render(report, as: $0) ?? "") }
    return [
      "comment": comment, "status": summary, "annotations of a check run": "\(publication.annotations)",
      "terminal": TerminalRenderer(settings: TerminalSettings(hasColor: true, width: 100)).render(report),
      "findings": CompilerFindings(isAbsolute: false).render(SampleReport.list(report.findings)),
    ].merging(rendered) { $1 }
  }

  @Test(arguments: Form.allCases)
  func `no rendering of a report shows a secret, in any field or encoding`(form: Form) throws {
    let mask = SecretMask([Self.canary])
    let planted = try PlantedReport("before \(form.text) after")
    for (name, made) in try shown(planted.report.masked(by: mask)) {
      let lines = made.split(separator: "\n").filter {
        mask.masked(String($0)) != $0 || $0.contains(Self.canary.suffix(11))
      }
      #expect(lines.isEmpty && mask.masked(made) == made, "\(name): \(lines.prefix(5))")
    }
    #expect(planted.count > 40)
  }

  @Test func `a secret that spans two notes is masked in both`() throws {
    let report = try SampleReport.full().adding(notes: [
      "it ends in \(Self.canary.prefix(9))", "\(Self.canary.dropFirst(9)) here",
    ])
    let masked = try report.masked(by: SecretMask([Self.canary]))
    #expect(masked.notes.suffix(2) == ["it ends in ***", "*** here"])
  }

  @Test func `a report without a secret stays as it is`() throws {
    let report = try SampleReport.full()
    #expect(try report.masked(by: SecretMask([Self.canary])) == report)
    // Short secrets are not masked.
    #expect(try report.masked(by: SecretMask(["test", "a", "Shape"])) == report)
  }
}
