// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Values in files, of a queue that one process uses.
struct FolderValuesTests {
  private static let hour = Duration.seconds(3_600)

  private func use(
    _ body: (FolderValues, _ time: Locked<Date>, ScratchDirectory) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
      try await body(FolderValues(folder: folder.path.appending("values")) { time.withLock { $0 } }, time, folder)
    }
  }

  @Test func `a value is kept for its lifetime, and replaced`() async throws {
    try await use { values, time, _ in
      let key = SharedValueKey(.session, "s", name: "n")
      #expect(try await values.values(of: .session, "s") == [:])
      try await values.set([1], for: key, lifetime: Self.hour)
      try await values.set([0x0a, 2, 0], for: key, lifetime: Self.hour)
      #expect(try await values.values(of: .session, "s") == ["n": [0x0a, 2, 0]])
      #expect(try await values.values(of: .pageLink, "s") == [:])
      time.withLock { $0 += 3_600 }
      #expect(try await values.values(of: .session, "s") == [:])
    }
  }

  @Test func `only the owner can read the folders`() async throws {
    try await use { values, _, folder in
      try await values.set([1], for: SharedValueKey(.session, "s"), lifetime: Self.hour)
      for name in ["values/session", "values/session/s"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
      }
    }
  }

  @Test func `a value without a lifetime is removed`() async throws {
    try await use { values, _, folder in
      let key = SharedValueKey(.pageLink, "7", name: "a")
      try await values.set([1], for: key, lifetime: Self.hour)
      try await values.set([], for: key, lifetime: .zero)
      try await values.set([], for: key, lifetime: .zero)
      #expect(!folder.exists("values/page_link/7"))
    }
  }

  @Test func `expired values are deleted`() async throws {
    try await use { values, time, folder in
      try await values.set([1], for: SharedValueKey(.pageLink, "7", name: "old"), lifetime: Self.hour)
      time.withLock { $0 += 1_800 }
      try await values.set([1], for: SharedValueKey(.pageLink, "7", name: "new"), lifetime: Self.hour)
      try await values.set([1], for: SharedValueKey(.session, "8"), lifetime: .seconds(1))
      time.withLock { $0 += 1_800 }
      values.sweep()
      #expect(try await values.values(of: .pageLink, "7") == ["new": [1]])
      #expect(!folder.exists("values/page_link/7/old"))
      #expect(!folder.exists("values/session/8"))
    }
  }

  @Test func `expired values do not displace others`() async throws {
    try await use { values, time, _ in
      let most = SharedValueKey.Kind.pageLink.mostValues
      for number in 0..<(3 * most) {
        try await values.set([1], for: SharedValueKey(.pageLink, "7", name: "old-\(number)"), lifetime: Self.hour)
      }
      time.withLock { $0 += 3_600 }
      try await values.set([1], for: SharedValueKey(.pageLink, "7", name: "new"), lifetime: Self.hour)
      #expect(try await values.values(of: .pageLink, "7") == ["new": [1]])
      // More than the limit are not read.
      for number in 0..<(2 * most) {
        try await values.set([1], for: SharedValueKey(.pageLink, "7", name: "new-\(number)"), lifetime: Self.hour)
      }
      #expect(try await values.values(of: .pageLink, "7").count == most)
    }
  }

  @Test(arguments: ["", "..", ".", "a/b", "../../etc/passwd", "a\u{0}", "a b", "é", "a.b"])
  func `no key is a path`(name: String) async throws {
    try await use { values, _, folder in
      for key in [SharedValueKey(.session, name), SharedValueKey(.session, "s", name: name)] {
        await #expect(throws: QueueError.self) { try await values.set([1], for: key, lifetime: Self.hour) }
        await #expect(throws: QueueError.self) { try await values.set([], for: key, lifetime: .zero) }
      }
      let found = try await values.values(of: .session, name)
      #expect(found == [:])
      #expect(!folder.exists("values"))
    }
  }

  @Test func `a file that is no value is none`() async throws {
    try await use { values, _, folder in
      for text in ["", "x", "1", "\n", "9999999999999", "-1\nvalue", "99999999999999999999\nvalue"] {
        try folder.write("values/session/s/value", text)
        #expect(try await values.values(of: .session, "s") == [:])
      }
    }
  }
}
