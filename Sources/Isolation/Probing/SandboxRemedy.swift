// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The remedy for a sandbox that does not work, as far as the host's settings show it.
package struct SandboxRemedy: Sendable {
  /// The host's settings for namespaces.
  struct Machine: Hashable, Sendable {
    /// Ubuntu 23.10 and later: only programs with a profile can create user namespaces.
    var isRestrictedByAppArmor = false
    /// Debian's own switch is off.
    var isSwitchedOff = false
    /// The kernel's limit is 0.
    var mayMakeNone = false
    /// This process runs in a container.
    var isContainer = false
  }

  private let machine: Machine

  package init() {
    machine = .current
  }

  init(_ machine: Machine) {
    self.machine = machine
  }

  /// One line; it begins in lower case and has no full stop.
  package func line(for level: SandboxLevel, reason: String) -> String {
    switch level {
    case .bwrap: bubblewrap(reason)
    case .container: container(reason)
    case .none: "run code from forks on a machine that is discarded after the job, or in a sandbox"
    }
  }

  private func bubblewrap(_ reason: String) -> String {
    if reason.contains("no bwrap on PATH") {
      return "apt-get install bubblewrap, or install the package with another package manager"
    }
    if reason.contains("disable-userns") || reason.contains("nknown option") {
      return "install bubblewrap 0.8 or later"
    }
    if reason.contains("code under review could") {
      return "report this privately, as described in SECURITY.md, and use another level"
    }
    if machine.mayMakeNone || reason.contains("_namespaces exceeded") {
      return "increase user.max_user_namespaces with sysctl, or run reviewbot outside of its current sandbox"
    }
    if machine.isRestrictedByAppArmor {
      return "AppArmor allows only programs with a profile to create user namespaces: add one with userns for bwrap in "
        + "/etc/apparmor.d, or set kernel.apparmor_restrict_unprivileged_userns=0 with sysctl"
    }
    if machine.isSwitchedOff { return "set kernel.unprivileged_userns_clone=1 with sysctl" }
    if machine.isContainer {
      return "this container has no permission to create namespaces: start it as an ordinary user with --security-opt "
        + "seccomp=config/reviewbot.seccomp.json --security-opt systempaths=unconfined, and with --security-opt "
        + "apparmor=unconfined where AppArmor is on (docker, podman), or run reviewbot outside of it"
    }
    return "try bwrap --unshare-user --unshare-pid --ro-bind / / --proc /proc /bin/true for a detailed error"
  }

  private func container(_ reason: String) -> String {
    if reason.contains("no image is set") {
      return "name an image, or a folder with a root file system, with --sandbox-image"
    }
    if reason.contains("Cannot connect to the Docker daemon") || reason.contains("docker.sock") {
      return "start the docker daemon and give this user access to it, or install podman, which needs no daemon"
    }
    if reason.contains("neither podman nor docker") { return "apt-get install podman" }
    if reason.contains("cgroups in hybrid mode") {
      return
        "crun limits containers by one version of control groups only: unmount /sys/fs/cgroup/unified, or boot with "
        + "systemd.unified_cgroup_hierarchy=1"
    }
    if reason.contains(EscapeAttempt.changeSystem.ability) {
      return "root in docker's containers owns their /dev: install podman, or run reviewbot as another user"
    }
    return "try podman run --rm or docker run --rm with the image and /bin/true for a detailed error"
  }
}

extension SandboxRemedy.Machine {
  static var current: Self {
    Self(
      isRestrictedByAppArmor: value("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1",
      isSwitchedOff: value("/proc/sys/kernel/unprivileged_userns_clone") == "0",
      mayMakeNone: value("/proc/sys/user/max_user_namespaces") == "0",
      isContainer: ["/.dockerenv", "/run/.containerenv"].contains(where: FileManager.default.fileExists))
  }

  /// Returns `nil` where the kernel does not have the setting.
  private static func value(_ file: String) -> String? {
    try? String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
