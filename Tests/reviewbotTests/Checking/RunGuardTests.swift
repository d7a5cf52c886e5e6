// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Testing

@testable import reviewbot

struct RunGuardTests {
  @Test(
    arguments: [
      // fork, sandbox, event, token, whether it may run
      (false, SandboxChoice.auto, "pull_request_target", true, true),
      (false, .none, nil, true, true),
      (true, .auto, nil, false, false),
      (true, .auto, "pull_request", false, false),
      (true, .none, nil, true, true),
      (true, .none, "pull_request", true, true),
      (true, .none, "pull_request_target", true, false),
      (true, .none, "workflow_run", true, false),
      (true, .none, "pull_request_target", false, true),
    ] as [(Bool, SandboxChoice, String?, Bool, Bool)])
  func `lets run what may run`(isFork: Bool, sandbox: SandboxChoice, event: String?, hasToken: Bool, runs: Bool) {
    let ci = CIEnvironment(event.map { ["GITHUB_EVENT_NAME": $0] } ?? [:])
    let pullRequest = PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      number: 1, title: "Shapes", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "refs/pull/1/head", baseBranch: "main", isFromFork: isFork)
    var refusal: RunError?
    do {
      try RunGuard(sandbox: sandbox, ci: ci, hasToken: hasToken).check(pullRequest)
    } catch {
      refusal = error
    }
    #expect((refusal == nil) == runs)
  }
}
