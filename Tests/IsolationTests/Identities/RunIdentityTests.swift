// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct RunIdentityTests {
  @Test func `the topmost folder above a path that the user cannot enter is found`() async throws {
    try await withScratchDirectory { folder in
      let path = SandboxPaths.resolved(folder.path)
      let inner = path.appending("open/closed/inner")
      try FileManager.default.createDirectory(atPath: inner.string, withIntermediateDirectories: true)
      let user = geteuid()
      #expect(RunIdentity.closedFolder(above: inner, to: user) == nil)
      // The folder is closed to its owner as well.
      chmod(path.appending("open/closed").string, 0o600)
      #expect(RunIdentity.closedFolder(above: inner.appending("deeper"), to: user) == path.appending("open/closed"))
      // The path itself may be closed: its owner is changed to the id.
      #expect(RunIdentity.closedFolder(above: path.appending("open/closed"), to: user) == nil)
      chmod(path.appending("open/closed").string, 0o700)
    }
  }

  @Test func `the paths of an identity include the given ones and the libraries of this program`() {
    let paths = RunIdentity(user: 200_000, paths: ["/srv/run"]).paths
    #expect(Set(paths).isSuperset(of: ["/srv/run"] + SandboxEntrance.libraries))
  }
}
