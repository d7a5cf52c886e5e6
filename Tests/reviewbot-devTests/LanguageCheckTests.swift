// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct LanguageCheckTests {
  private static let page = """
    | Phrase | Write instead |
    |---|---|
    | `whoever`, `held against` | the role |
    | `anew` | again |

    """

  private func measure(_ files: [String: String]) async throws -> LanguageCheck.Result {
    try await withScratchDirectory { folder in
      for (path, text) in files { try folder.write(path, text) }
      try folder.write(LanguageCheck.page, Self.page)
      return try LanguageCheck().measure(in: SourceDirectory(folder.path.string))
    }
  }

  @Test func `phrases are counted in comments and strings, and not in code`() async throws {
    let result = try await measure([
      "Sources/A/A.swift": """
      /// Whoever calls this starts anew.
      let whoever = anew("say \\"it\\" anew") / 2 // held  Against it
      let words = ["anew"]

      """
    ])
    #expect(
      result.hits.map(\.description) == [
        "Sources/A/A.swift:1: “whoever”; write the role", "Sources/A/A.swift:1: “anew”; write again",
        "Sources/A/A.swift:2: “anew”; write again", "Sources/A/A.swift:2: “held against”; write the role",
      ])
    #expect(result.words == 12)
    #expect(result.rate > 333 && result.rate < 334)
  }

  @Test func `phrases are counted in a page's text, and not in its code blocks and spans`() async throws {
    let result = try await measure([
      "README.md": "Held\nagainst `anew` it.\n\n```\nwhoever\n```\n\nWhoever.\n",
      "config/a.yml": "anew: 1 # starts anew\n",
    ])
    #expect(Set(result.hits.map(\.path)) == ["README.md", "config/a.yml"])
    #expect(result.hits.map(\.line).sorted() == [1, 1, 8])
  }

  @Test func `a language page that lists no phrase is an error`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(LanguageCheck.page, "# The language\n")
      #expect(throws: CheckFailure(["the page about language lists no phrase"])) {
        try LanguageCheck().measure(in: SourceDirectory(folder.path.string))
      }
    }
  }

  @Test func `phrases in the language page itself are not counted`() async throws {
    #expect(try await measure([:]).hits == [])
  }
}
