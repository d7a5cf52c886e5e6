// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// The result of a branch as a picture.
struct Badge: Sendable {
  /// In pixels, an upper bound for the average character of the font.
  private static let characterWidth = 7
  private static let margin = 10

  let label = "reviewbot"
  let text: String
  let color: String
  let labelWidth: Int
  let textWidth: Int
  let width: Int
  let labelCenter: Int
  let textCenter: Int

  /// - Parameter job: the last review of the branch's tip; `nil` if there is none.
  init(_ job: ReviewJob?, _ summary: ReportLibrary.Summary?) {
    if let summary {
      let isPassing = summary.verdict.isPassing
      text = (isPassing ? "passing" : "failing") + (summary.project.map { " · \($0)" } ?? "")
      color = isPassing ? "#13713a" : "#b9202c"
    } else {
      text = job?.state == .dead ? "not reviewed" : "unknown"
      color = "#545e6d"
    }
    labelWidth = label.count * Self.characterWidth + Self.margin
    textWidth = text.count * Self.characterWidth + Self.margin
    width = labelWidth + textWidth
    labelCenter = labelWidth / 2
    textCenter = labelWidth + textWidth / 2
  }
}
