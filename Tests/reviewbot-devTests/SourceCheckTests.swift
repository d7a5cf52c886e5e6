// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct SourceCheckTests {
  private let header = SourceCheck.header.joined(separator: "\n") + "\n"

  @Test func `files that follow the conventions are accepted`() async throws {
    let problems = try await problems([
      "Sources/A/A.swift": header + "// try! fatalError(\"TODO\")\nlet a = \"@unchecked Sendable\"\n"
        + "func b() throws -> Bool { return try !c() }\n",
      "Sources/A/B+Generated.swift": header + String(repeating: "\n", count: 500),
      "Sources/A/c.txt": "",
      "Sources/CInterop/Locked.swift": header + "final class A: @unchecked Sendable {}\n",
      "Tests/ATests/A.swift": header + "let a = try! b()\n",
    ])
    #expect(problems == [])
  }

  @Test func `each violation of the conventions is reported with its file`() async throws {
    let problems = try await problems([
      "Sources/A/A.swift": "let a = 1\n",
      "Sources/A/B.swift": header + String(repeating: "\n", count: 399),
      "Sources/A/C.swift": header
        + "let a = try! b()\nfinal class D: @unchecked Sendable {}\nnonisolated(unsafe) var e = 1\n"
        + "func f() { fatalError(\"TODO: write\") }\n",
      "Tests/ATests/A.swift": SourceCheck.header[0] + "\n",
    ])
    #expect(
      problems == [
        "Sources/A/A.swift: does not begin with the license header",
        "Sources/A/B.swift: has 401 lines, more than 400",
        "Sources/A/C.swift: line 3 has try!",
        "Sources/A/C.swift: line 4 has @ unchecked Sendable",
        "Sources/A/C.swift: line 5 has nonisolated(unsafe)",
        "Sources/A/C.swift: line 6 has fatalError(\"TODO",
        "Tests/ATests/A.swift: does not begin with the license header",
      ])
  }

  private func problems(_ files: [String: String]) async throws -> [String] {
    try await withScratchDirectory { folder in
      for (name, text) in files { try folder.write(name, text) }
      return try SourceCheck().problems(in: SourceDirectory(folder.path.string))
    }
  }
}
