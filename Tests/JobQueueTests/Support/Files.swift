// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

func permissions(_ path: FilePath) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
}

/// ``withScratchDirectory(_:)`` for a synchronous test.
func withFolder(_ body: (ScratchDirectory) throws -> Void) throws {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("reviewbot-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  // A test that fails must still report its own failure, not this one.
  defer { try? FileManager.default.removeItem(at: url) }
  try body(ScratchDirectory(path: FilePath(url.path)))
}
