// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Isolation

struct SandboxRemedyTests {
  private static let denied = "bwrap: setting up uid map: Permission denied"

  @Test(arguments: [
    (SandboxRemedy.Machine(isRestrictedByAppArmor: true), denied, "kernel.apparmor_restrict_unprivileged_userns=0"),
    (.init(isSwitchedOff: true), "bwrap: No permissions to create new namespace", "kernel.unprivileged_userns_clone=1"),
    (.init(mayMakeNone: true), "bwrap: Creating new namespace failed", "user.max_user_namespaces"),
    (.init(isContainer: true), "bwrap: nesting depth or max_*_namespaces exceeded", "user.max_user_namespaces"),
    (
      .init(isContainer: true), "bwrap: Can't mount proc on /newroot/proc",
      "--security-opt seccomp=config/reviewbot.seccomp.json --security-opt systempaths=unconfined"
    ),
    (.init(isRestrictedByAppArmor: true), "there is no bwrap on PATH: install it", "apt-get install bubblewrap"),
    (.init(isContainer: true), "bwrap: Unknown option --disable-userns", "bubblewrap 0.8 or later"),
    (.init(), denied, "bwrap --unshare-user"),
  ]) func `each failure of bubblewrap has a remedy`(machine: SandboxRemedy.Machine, reason: String, remedy: String) {
    #expect(SandboxRemedy(machine).line(for: .bwrap, reason: reason).contains(remedy))
  }

  @Test(arguments: [
    ("no image is set: name one with --sandbox-image", "--sandbox-image"),
    ("there is neither podman nor docker on PATH", "apt-get install podman"),
    ("Error: no such image", "podman run"),
    ("docker: Cannot connect to the Docker daemon at unix:///run/docker.sock.", "start the docker daemon"),
  ]) func `each failure of containers has a remedy`(reason: String, remedy: String) {
    #expect(SandboxRemedy(.init()).line(for: .container, reason: reason).contains(remedy))
  }

  @Test func `a line that refers to --help is not taken as the reason of a failure`() {
    let lines = ["docker: Cannot connect to the Docker daemon.", "", "Run 'docker run --help' for more information"]
    #expect(ChildResult(ending: .exited(125), tail: lines).lastOutput == lines[0])
    #expect(ChildResult(ending: .exited(1), tail: [lines[2], " "]).lastOutput == nil)
  }
}
