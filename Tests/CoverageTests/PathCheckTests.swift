// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Coverage

struct PathCheckTests {
  private let check = PathCheck(root: "/home/ada/repo", paths: ["Sources/A/a.swift"])

  @Test(arguments: [
    [], ["/home/ada/repo/Sources/A/b.swift"], ["/other/c.swift", "/home/ada/repo/Sources/A/b.swift"],
    ["/cache/Sources/A/a.swift", "/home/ada/repo/Tests/t.swift"],
  ])
  func `paths are accepted if files of the repository, or no files, were measured`(measured: [String]) throws {
    try check.check(measured)
  }

  @Test(arguments: [
    ["/other/c.swift"], ["/home/ada/repository/c.swift"], ["/home/ada/repo/../c.swift"],
    ["/home/ada/repo/.build/checkouts/B/b.swift", "/build/Sources/A/a.swift"],
  ])
  func `the error names both paths if another folder was measured`(measured: [String]) {
    let error = #expect(throws: CoverageError.self) { try check.check(measured) }
    #expect(error?.code == .pathMismatch)
    #expect(error?.message.contains("/home/ada/repo/Sources/A/a.swift") == true)
    #expect(error?.message.contains(measured[measured.count - 1]) == true)
  }
}
