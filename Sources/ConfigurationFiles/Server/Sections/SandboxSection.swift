// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where code under review runs.
package struct SandboxSection: ConfigurationSection {
  package var level = SandboxPreference.auto
  package var image: ImageName?

  package init() {}

  package static let name = "sandbox"
  package static let summary = "Where code under review runs."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "level", \.level, .choice,
        "Whether it runs in bubblewrap (`bwrap`), in a `container` of podman or docker, in the first of these that works "
          + "(`auto`), or as it is (`none`), which is right only where nothing is worth protecting. `reviewbot doctor` says "
          + "what works."),
      ConfigurationKey(
        "image", \.image, .optional(.written),
        "What containers are made from: an image with a Swift toolchain, or a folder with a root file system. Without it there "
          + "are no containers.",
        example: "swift:6.3-bookworm"),
    ]
  }
}
