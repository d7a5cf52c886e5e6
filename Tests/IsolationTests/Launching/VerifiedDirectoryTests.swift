// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct VerifiedDirectoryTests {
  @Test func `a description is read back unchanged`() {
    let folder = VerifiedDirectory(name: "/box/source", device: 65_024, inode: 9_007_199_254_740_993)
    #expect(folder.description == "/box/source=65024:9007199254740993")
    #expect(VerifiedDirectory(folder.description) == folder)
  }

  @Test(arguments: [
    "", "/box/source", "/box/source=", "/box/source=1", "/box/source=1:2:3", "/box/source=-1:2", "/box/source=a:b",
  ])
  func `an invalid description is rejected`(text: String) {
    #expect(VerifiedDirectory(text) == nil)
  }

  @Test func `a folder or a link in place of the verified folder is detected`() async throws {
    try await withScratchDirectory { folder in
      let one = try folder.folder("one")
      var status = stat()
      lstat(one.path.string, &status)
      let verified = VerifiedDirectory(name: one.path, device: UInt(status.st_dev), inode: UInt(status.st_ino))
      #expect(verified.isShown)
      rename(one.path.string, folder.path.appending("elsewhere").string)
      _ = try folder.folder("one")
      #expect(!verified.isShown)
      rmdir(one.path.string)
      // A link to the same folder is not the folder.
      symlink(folder.path.appending("elsewhere").string, one.path.string)
      #expect(!verified.isShown)
    }
  }
}
