// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import JobQueue

struct AssemblyTests {
  @Test func `the assembly opens a queue and a reader of it`() async throws {
    try await withScratchDirectory { folder in
      let queue = try JobQueueAssembly().queue(folder.settings())
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let reader = try JobQueueAssembly().reader(folder.settings())
      #expect(try await reader.jobs(JobFilter()).map(\.head) == [commit(1)])
      try await queue.close()
    }
  }
}
