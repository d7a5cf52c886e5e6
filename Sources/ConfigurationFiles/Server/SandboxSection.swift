// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The sandbox of code under review.
package struct SandboxSection: ConfigurationSection {
  package var backend = SandboxChoice.auto
  package var image: ImageName?
  package var runtime: RuntimeName?
  /// The ids of reviews that root starts.
  package var ids: IDRange?
  package var landlock = LandlockPreference.required
  package var controlGroups = ControlGroupPreference.auto

  package static let name = "sandbox"
  package static let summary = "The sandbox of code under review."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "backend", \.backend, .choice,
        "Bubblewrap (`bwrap`), a `container` of podman or docker, the first of these that works (`auto`), or no isolation (`none`), "
          + "which is appropriate only on a host with nothing to protect. `reviewbot doctor` reports what works.",
        atStart: true),
      ConfigurationKey(
        "image", \.image, .optional(.value),
        "The image, or the folder with a root file system, of containers. Containers are not used without it.",
        example: "swift:6.3-bookworm", atStart: true),
      ConfigurationKey(
        "runtime", \.runtime, .optional(.value),
        "The OCI runtime of containers, instead of the default of podman or docker. It must pass the self-test like any sandbox.",
        example: "runsc", atStart: true),
      ConfigurationKey(
        "ids", \.ids, .optional(.value),
        "The range of user and group ids that are assigned to running reviews if the daemon is started as root. Each id owns only the "
          + "directories of its run. The range must be unused and have at least as many ids as `workers`. The default is "
          + "200000-200063, or 60600-60663 in a container without these ids.",
        example: "200000-200063", atStart: true),
      ConfigurationKey(
        "landlock", \.landlock, .choice,
        "Whether pull requests from forks require Landlock (Linux 5.19 and later), which denies access to the host's files to the "
          + "process that reads the output of their code (`required`), or are also reviewed without it (`optional`).",
        atStart: true),
      ConfigurationKey(
        "control_groups", \.controlGroups, .choice,
        "Whether the kernel limits memory, processes and CPU time of each review with a control group: if available (`auto`), always, "
          + "so that the daemon does not start otherwise (`required`), or never (`off`). This needs bubblewrap and control groups of "
          + "version 2, and root or a service with `Delegate=yes`. Otherwise the usage is checked several times a second.",
        atStart: true),
    ]
  }
}

/// The sandbox that isolates code under review.
package enum SandboxChoice: String, Codable, Sendable, CaseIterable {
  /// The strongest available one. If there is none, pull requests from other repositories are refused.
  case auto
  case bwrap
  case container
  /// The operator accepts that the code runs with the operator's own permissions.
  case none

  /// The levels to try, in order of preference.
  package var levels: [SandboxLevel] {
    switch self {
    case .auto: [.bwrap, .container]
    case .bwrap: [.bwrap]
    case .container: [.container]
    case .none: [.none]
    }
  }
}

/// Whether pull requests from forks are reviewed on a kernel without Landlock.
package enum LandlockPreference: String, Codable, Sendable, CaseIterable {
  case required, optional
}

/// Whether the kernel limits reviews by control groups.
package enum ControlGroupPreference: String, Codable, Sendable, CaseIterable {
  case auto, required, off
}
