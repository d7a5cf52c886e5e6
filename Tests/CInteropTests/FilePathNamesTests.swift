// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import SystemPackage
import Testing

struct FilePathNamesTests {
  @Test(arguments: ["", "/", "a", "/a", "a/b", "/a/b.swift", "/a/..", ".", "..", "/ü/日本", "a//b/", "/a/b/c d"])
  func `the name and parent of a path match its components`(text: String) {
    let path = FilePath(text)
    #expect(path.name == path.lastComponent?.string ?? "")
    #expect(path.parent == path.removingLastComponent())
  }

  @Test func `a parent keeps bytes that are not UTF-8`() {
    let path = "/a\u{1}/b".utf8CString.map { $0 == 1 ? CChar(bitPattern: 0xff) : $0 }.withUnsafeBufferPointer {
      FilePath(platformString: Array($0))
    }
    #expect(path.parent == path.removingLastComponent())
    #expect(path.parent.name == "a\u{fffd}")
  }
}
