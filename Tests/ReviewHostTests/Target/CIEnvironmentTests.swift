// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct CIEnvironmentTests {
  @Test func `an empty variable counts as unset`() {
    let ci = CIEnvironment(["GITHUB_REPOSITORY": "", "GITHUB_API_URL": "", "GITHUB_STEP_SUMMARY": ""])
    #expect(ci.repository == nil)
    #expect(ci.apiURL == nil)
    #expect(ci.stepSummary == nil)
    #expect(!ci.isActions)
  }

  @Test(arguments: [
    ("pull_request_target", true), ("workflow_run", true), ("pull_request", false), ("push", false),
  ]) func `pull_request_target and workflow_run are privileged events`(event: String, isPrivileged: Bool) {
    #expect(CIEnvironment(["GITHUB_EVENT_NAME": event]).hasPrivilegedEvent == isPrivileged)
  }

  @Test(
    arguments: [
      (#"{"pull_request": {"number": 3}}"#, 3), (#"{"ref": "refs/heads/main"}"#, nil), ("not JSON", nil), ("", nil),
    ] as [(String, Int?)])
  func `the pull request's number is read from the event file`(text: String, number: Int?) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("event.json", text)
      #expect(CIEnvironment(["GITHUB_EVENT_PATH": file.string]).pullRequestNumber == number)
    }
  }

  @Test func `a missing event file yields no pull request number`() {
    #expect(CIEnvironment(["GITHUB_EVENT_PATH": "/gone"]).pullRequestNumber == nil)
  }
}
