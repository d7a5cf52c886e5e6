// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where code under review runs.
package struct SandboxSection: ConfigurationSection {
  package var backend = SandboxPreference.auto
  package var image: ImageName?
  package var runtime: RuntimeName?
  package var ids: SandboxIDs?
  package var landlock = LandlockPreference.required
  package var controlGroups = ControlGroupPreference.auto

  package init() {}

  package static let name = "sandbox"
  package static let summary = "Where code under review runs."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "backend", \.backend, .choice,
        "Whether it runs in bubblewrap (`bwrap`), in a `container` of podman or docker, in the first of these that works "
          + "(`auto`), or as it is (`none`), which is right only where nothing is worth protecting. `reviewbot doctor` says "
          + "what works."),
      ConfigurationKey(
        "image", \.image, .optional(.value),
        "What containers are made from: an image with a Swift toolchain, or a folder with a root file system. Without it there "
          + "are no containers.",
        example: "swift:6.3-bookworm"),
      ConfigurationKey(
        "runtime", \.runtime, .optional(.value),
        "The OCI runtime that makes containers, instead of podman's or docker's own. It is tried like any other sandbox.",
        example: "runsc"),
      ConfigurationKey(
        "ids", \.ids, .optional(.value),
        "The ids, of users and of groups, that running reviews get when the daemon is started as root: one each, which owns "
          + "nothing but the directories of its run. They must belong to nobody, and be at least as many as `workers`. "
          + "Without it 200000-200063, or 60600-60663 in a container that has no others.",
        example: "200000-200063"),
      ConfigurationKey(
        "landlock", \.landlock, .choice,
        "Whether strangers' pull requests are reviewed only where Landlock (Linux 5.19 and later) closes the machine's files to "
          + "the process that reads what their code wrote (`required`), or also without it (`optional`)."),
      ConfigurationKey(
        "control_groups", \.controlGroups, .choice,
        "Whether the kernel limits memory, processes and the processor of each review by a control group, where it can (`auto`), "
          + "or the daemon does not start where it cannot (`required`), or never (`off`). It can in bubblewrap, with control "
          + "groups of version 2, for root and in a service with `Delegate=yes`. Without it, reviews are watched several times a second."
      ),
    ]
  }
}

/// Which sandbox the operator wants.
package enum SandboxPreference: String, Codable, Sendable, CaseIterable {
  case auto, bwrap, container, none
}

/// Whether strangers' pull requests are reviewed on a kernel without Landlock.
package enum LandlockPreference: String, Codable, Sendable, CaseIterable {
  case required, optional
}

/// Whether the kernel limits reviews by control groups.
package enum ControlGroupPreference: String, Codable, Sendable, CaseIterable {
  case auto, required, off
}
