// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

@testable import ReviewServer

/// Forges ignore the case of names.
struct RepositorySpellingTests {
  @Test func `repository names that differ only in case are one repository in the queue`() async throws {
    try await withScratchDirectory { folder in
      let queue = try folder.storedQueue()
      try await withIntake(queue, forges: [try IntakeSamples.forge(acceptsAll: true)]) { intake in
        let spellings = ["OCTO-ORG/LEDGER", "octo-org/ledger", "Octo-Org/Ledger"]
        for (index, name) in spellings.enumerated() {
          let body = IntakeSamples.pullRequest(action: "opened").replacing("acme/shapes", with: name)
          let response = try await intake.client().request(
            "POST", "/webhook/forge", RunningIntake.fields(Array(body.utf8), id: "\(index)"), Array(body.utf8))
          #expect(response.body == #"{"outcome":"\#(index == 0 ? "queued" : "coalesced")","job":1}"#)
        }
      }
      let lease = try #require(try await queue.claim(by: "one"))
      #expect(lease.job.pullRequest.repository == RepositoryReference(forge: "forge", name: "Octo-Org/Ledger"))
      #expect(try await queue.claim(by: "two") == nil)
      #expect(try await queue.repositories().map(\.name) == ["octo-org/ledger"])
      try await queue.close()
    }
  }
}
