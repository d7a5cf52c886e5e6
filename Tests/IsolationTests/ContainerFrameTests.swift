// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ContainerFrameTests {
  @Test func `a frame has mount points for all shared folders and does not cover links of the system`() async throws {
    try await withScratchDirectory { folder in
      for name in ["system/usr/lib", "system/etc/real", "frame"] { _ = try folder.folder(name) }
      for (target, link) in [("usr/lib", "lib"), ("/lib", "up"), ("../etc/real", "usr/etc"), ("loop", "loop")] {
        symlink(target, "\(folder.path)/system/\(link)")
      }
      try folder.write("system/usr/lib/there.so", "")
      let path = folder.path
      let frame = try ContainerFrame(in: path.appending("frame"), above: path.appending("system"))
      try frame.makePlace("/box/source", isFolder: true)
      try frame.makePlace("/up/swift", isFolder: true)
      try frame.makePlace("/lib/there.so", isFolder: false)
      try frame.makePlace("/usr/etc/file", isFolder: false)
      for name in ["frame/box/source", "frame/usr/lib/swift", "frame/etc/real/file", "frame/etc/hosts", "frame/proc"] {
        #expect(folder.exists(name), "\(name)")
      }
      for name in ["frame/lib", "frame/up", "frame/usr/etc", "frame/usr/lib/there.so"] {
        #expect(!folder.exists(name), "\(name)")
      }
      #expect(throws: SandboxError.self) { try frame.makePlace("/loop/inner", isFolder: true) }
    }
  }
}
