// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct SandboxPathsTests {
  @Test(arguments: [
    ("/home/ada/run/source", "/box/source"), ("/home/ada/run/source/Package.swift", "/box/source/Package.swift"),
    ("/home/ada/run/source/results/a", "/box/run/a"), ("/home/ada/run/sources", "/home/ada/run/sources"),
    ("/usr/bin/swift", "/usr/bin/swift"),
  ]) func `a path is renamed by the innermost shared folder`(path: String, name: String) {
    let names = SandboxPaths([
      SharedDirectory("/home/ada/run/source", as: "/box/source"),
      SharedDirectory("/home/ada/run/source/results", as: "/box/run"),
    ])
    #expect(names.name(of: FilePath(path)) == FilePath(name))
  }

  @Test func `a folder shared by a link is also recognized by the link's target`() async throws {
    try await withScratchDirectory { folder in
      let real = try folder.folder("real").path
      let link = folder.path.appending("link")
      try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: real.string)
      let names = SandboxPaths([SharedDirectory(link, as: "/box/source")])
      #expect(names.name(of: link.appending("a")) == "/box/source/a")
      #expect(names.name(of: real.appending("a")) == "/box/source/a")
    }
  }
}
