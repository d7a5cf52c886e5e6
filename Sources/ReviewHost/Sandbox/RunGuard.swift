// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Isolation
package import ReviewContract

/// Decides whether the code of a pull request may run on this host.
package struct RunGuard: Sendable {
  package let choice: SandboxChoice
  package let sandbox: SandboxDecision
  package let ci: CIEnvironment
  package let hasToken: Bool
  package let landlock: LandlockPreference

  package init(
    choice: SandboxChoice, sandbox: SandboxDecision, ci: CIEnvironment, hasToken: Bool, landlock: LandlockPreference,
    hasLandlock: Bool = Confinement.isAvailable
  ) {
    self.choice = choice
    self.sandbox = sandbox
    self.ci = ci
    self.hasToken = hasToken
    self.landlock = landlock
    self.hasLandlock = hasLandlock
  }
  package let hasLandlock: Bool

  /// - Throws: ``RunError`` if the code must not run.
  package func check(_ pullRequest: PullRequest) throws(RunError) {
    guard pullRequest.isFromFork else { return }
    guard sandbox.level == .none else { return try checkLandlock(pullRequest) }
    if choice == .auto {
      throw RunError(
        "pull request #\(pullRequest.number) comes from another repository, and there is no sandbox to run its code in "
          + "(\(SandboxDecision.words(sandbox.obstacles)))",
        remedy: "install bubblewrap and see reviewbot doctor, or run it in a disposable environment, such as a CI job "
          + "with a read-only token, with --sandbox none")
    }
    if ci.hasPrivilegedEvent && hasToken {
      throw RunError(
        "cannot run code from another repository in a \(ci.eventName ?? "privileged") job, whose token may write",
        remedy: "run check in a job for the event pull_request, where the token is read-only")
    }
  }

  /// The sandbox isolates the code; Landlock confines the process that parses the code's output.
  private func checkLandlock(_ pullRequest: PullRequest) throws(RunError) {
    guard landlock == .required, !hasLandlock else { return }
    throw RunError(
      "pull request #\(pullRequest.number) comes from another repository, and this kernel has no Landlock to "
        + "confine the process that reads the output of its code",
      remedy: "use Linux 5.19 or later with Landlock enabled, or review without it with --landlock optional "
        + "(sandbox: {landlock: optional} for serve)")
  }
}
