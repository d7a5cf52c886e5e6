// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

struct InstalledProgramTests {
  @Test func `a program that was just written starts while other processes start`() async throws {
    try await withScratchDirectory { folder in
      let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
        for number in 0..<200 {
          group.addTask { try FinishedCommand([folder.program("bin/\(number)", "#!/bin/sh\nexit 42\n").string]).status }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(statuses == [42])
    }
  }
}
