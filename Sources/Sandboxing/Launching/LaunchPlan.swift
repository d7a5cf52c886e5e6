// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// What the process that starts sandboxes receives before anything of the pull request is read: everything that any of them may show.
package struct LaunchPlan: Hashable, Codable, Sendable {
  package let settings: SandboxSettings
  /// What belongs to the review: checkouts, and the folder of its results. Requests say which by their position.
  package let folders: [FilePath]
  /// Where toolchains are. Requests say which by their position.
  package let toolchains: [FilePath]
  /// A folder of its own, which is not among the others.
  package let scratch: FilePath

  package init(settings: SandboxSettings, folders: [FilePath], toolchains: [FilePath], scratch: FilePath) {
    self.settings = settings
    self.folders = folders
    self.toolchains = toolchains
    self.scratch = scratch
  }
}
