// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Isolation
import ReviewContract
import SystemPackage
import Testing

@testable import ReviewHost

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
  func `a fork runs without a sandbox only on request and without a privileged token`(
    isFork: Bool, choice: SandboxChoice, level: SandboxLevel, event: String?, hasToken: Bool, runs: Bool
  ) {
    let ci = CIEnvironment(event.map { ["GITHUB_EVENT_NAME": $0] } ?? [:])
    var refusal: RunError?
    do {
      try RunGuard(
        choice: choice, sandbox: Self.sandbox(level), ci: ci, hasToken: hasToken, landlock: .required, hasLandlock: true
      ).check(Self.pullRequest(isFork: isFork))
    } catch {
      refusal = error
    }
    #expect((refusal == nil) == runs)
  }

  @Test(
    arguments: [
      // fork, sandbox, the operator's choice, whether the kernel has it, whether it may run
      (true, SandboxLevel.bwrap, LandlockPreference.required, false, false),
      (true, .container, .required, false, false),
      (true, .bwrap, .required, true, true),
      (true, .bwrap, .optional, false, true),
      (false, .bwrap, .required, false, true),
    ] as [(Bool, SandboxLevel, LandlockPreference, Bool, Bool)])
  func `a fork runs without Landlock only if the operator makes it optional`(
    isFork: Bool, level: SandboxLevel, landlock: LandlockPreference, hasLandlock: Bool, runs: Bool
  ) {
    var refusal: RunError?
    do {
      try RunGuard(
        choice: .auto, sandbox: Self.sandbox(level), ci: CIEnvironment([:]), hasToken: true, landlock: landlock,
        hasLandlock: hasLandlock
      ).check(Self.pullRequest(isFork: isFork))
    } catch {
      refusal = error
    }
    #expect((refusal == nil) == runs)
    #expect(refusal.map { "\($0)".contains("--landlock optional") } ?? true)
  }

  private static func sandbox(_ level: SandboxLevel) -> SandboxDecision {
    SandboxDecision(settings: SandboxSettings(level: level, limits: .fitting("/tmp")), obstacles: [])
  }

  private static func pullRequest(isFork: Bool) -> PullRequest {
    PullRequest(
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      number: 1, title: "Shapes", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "refs/pull/1/head", baseBranch: "main", isFromFork: isFork)
  }
}
