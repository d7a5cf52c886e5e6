// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ToolchainIdentityTests {
  /// Shell commands in a folder with the toolchain in `usr`, and a link `bin` to its programs in `PATH`.
  @Test(arguments: [
    ("true", false),
    ("touch usr/bin/another other", false),
    ("touch usr/include/header.h", false),
    ("mv usr old && cp -r old usr", true),
    ("mv usr/lib/swift usr/lib/old && cp -r usr/lib/old usr/lib/swift", true),
    ("cp usr/bin/clang new && mv new usr/bin/clang", true),
    ("echo more >>usr/bin/llvm-cov", true),
    ("rm usr/bin/swift-frontend", true),
    ("rm bin && cp -r usr next && ln -s next/bin bin", true),
    ("rm -r usr", true),
  ])
  func `a toolchain is another one when its files are replaced`(change: String, isOther: Bool) async throws {
    try await withScratchDirectory { folder in
      let programs = ["swift", "swift-frontend", "clang", "llvm-cov"].map { "bin/\($0)" }
      for name in programs + ["lib/swift/core", "include/header.h"] {
        chmod(try folder.write("usr/\(name)", "#!/bin/sh\n").string, 0o755)
      }
      try folder.link("bin", to: "usr/bin")
      let environment = ["PATH": "\(folder.path)/bin"]
      let before = ToolchainIdentity(environment)
      #expect(!before.isMissing)
      #expect(FinishedCommand.succeeds(["sh", "-c", "cd '\(folder.path)' && \(change)"]))
      #expect((ToolchainIdentity(environment) != before) == isOther)
    }
  }

  @Test func `without a swift on the path there is no toolchain`() async throws {
    try await withScratchDirectory { folder in
      #expect(ToolchainIdentity(["PATH": folder.path.string]).isMissing)
      #expect(ToolchainIdentity([:]) == ToolchainIdentity(["PATH": folder.path.string]))
    }
  }
}
