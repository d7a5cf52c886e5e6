// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

/// The forms of the texts in rules' options.
struct OptionFormTests {
  private func problem(_ text: String, _ format: RuleCatalogue.TextFormat) -> String? {
    RuleCatalogue.Option(name: "a", summary: "A.", defaultValue: [], format: format).problem(of: text)
  }

  @Test(
    arguments: [
      (.dateFormat, ["MM/dd/yyyy", "dd.MM.yy", "yyyyMMdd", "y-M-d", "yyyy - MM - dd"]),
      (.enumCase, ["Response.failed", "Response.failed: error", "A.`b`:warning"]),
      (.method, ["*", "loadView()", "move(to:)", "setEditing(_:animated:)"]),
    ] as [(RuleCatalogue.TextFormat, [String])])
  func `a text of the form is valid`(format: RuleCatalogue.TextFormat, texts: [String]) {
    for text in texts { #expect(problem(text, format) == nil) }
  }

  @Test(
    arguments: [
      (
        .dateFormat, ["", "hello", "yyyy-MM", "yyyy-MM-MM", "yyyy-mm-dd", "dd MMM yyyy", "dd/MM/yyyy/dd"],
        "year, month and day such as MM/dd/yyyy"
      ),
      (
        .enumCase, ["", "Response", "Response.", ".failed", "A.b: often", "A.b.c", "A.b: error: error"],
        "a case such as Response.failed or Response.failed: error"
      ),
      (
        .method, ["", "loadView", "move(to)", "move(to:", "a b()", "a()b"],
        "a method with its labels such as setUp() or move(to:)"
      ),
    ] as [(RuleCatalogue.TextFormat, [String], String)])
  func `another text is invalid, and the form is named`(
    format: RuleCatalogue.TextFormat, texts: [String], form: String
  ) {
    for text in texts { #expect(problem(text, format) == "expected \(form), found \"\(text)\"") }
  }
}
