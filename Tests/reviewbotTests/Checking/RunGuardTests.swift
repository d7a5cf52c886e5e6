// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Sandboxing
import SystemPackage
import Testing

@testable import reviewbot

struct RunGuardTests {
  @Test(
    arguments: [
      // fork, choice, sandbox, event, token, whether it may run
      (false, SandboxChoice.auto, SandboxLevel.none, "pull_request_target", true, true),
      (false, .none, .none, nil, true, true),
      (true, .auto, .none, nil, false, false),
      (true, .auto, .bwrap, nil, false, true),
      (true, .auto, .bwrap, "pull_request_target", true, true),
      (true, .container, .container, "workflow_run", true, true),
      (true, .auto, .none, "pull_request", false, false),
      (true, .none, .none, nil, true, true),
      (true, .none, .none, "pull_request", true, true),
      (true, .none, .none, "pull_request_target", true, false),
      (true, .none, .none, "workflow_run", true, false),
      (true, .none, .none, "pull_request_target", false, true),
    ] as [(Bool, SandboxChoice, SandboxLevel, String?, Bool, Bool)])
  func `lets run what may run`(
    isFork: Bool, choice: SandboxChoice, level: SandboxLevel, event: String?, hasToken: Bool, runs: Bool
  ) {
    let ci = CIEnvironment(event.map { ["GITHUB_EVENT_NAME": $0] } ?? [:])
    let pullRequest = PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      number: 1, title: "Shapes", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "refs/pull/1/head", baseBranch: "main", isFromFork: isFork)
    var refusal: RunError?
    do {
      let sandbox = SandboxDecision(settings: SandboxSettings(level: level, limits: .fitting("/tmp")), obstacles: [])
      try RunGuard(choice: choice, sandbox: sandbox, ci: ci, hasToken: hasToken).check(pullRequest)
    } catch {
      refusal = error
    }
    #expect((refusal == nil) == runs)
  }
}
