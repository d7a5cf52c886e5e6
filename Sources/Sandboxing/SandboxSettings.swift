// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore
package import SystemPackage

/// The sandbox that was chosen, in a form that can be handed to the process that uses it.
package struct SandboxSettings: Hashable, Codable, Sendable {
  package var level: SandboxLevel
  /// `bwrap`, `podman` or `docker`; `nil` for level none.
  package var program: FilePath?
  /// An image's name, or the absolute path of a folder with a root file system. Containers only.
  package var image: String?
  /// What `podman` or `docker` needs to find its user's storage or its service. Nothing secret.
  package var programEnvironment: [String: String]
  /// Folders of this machine that are shown under their own names, read-only.
  package var readable: [FilePath]
  /// What starts commands in the sandbox. Bubblewrap only.
  package var entrance = SandboxEntrance()
  /// The file that holds the user namespace which root makes for the id of a review; without it, or when it is empty, whoever
  /// starts the sandbox makes one. Bubblewrap only.
  package var userNamespace: FilePath?
  /// How commands that need dependencies get them; `nil` means not at all.
  package var passage: ProxyPassage?
  package var limits: SandboxLimits

  package init(
    level: SandboxLevel, program: FilePath? = nil, image: String? = nil,
    programEnvironment: [String: String] = [:], readable: [FilePath] = [], passage: ProxyPassage? = nil,
    limits: SandboxLimits
  ) {
    self.level = level
    self.program = program
    self.image = image
    self.programEnvironment = programEnvironment
    self.readable = readable
    self.passage = passage
    self.limits = limits
  }
}
