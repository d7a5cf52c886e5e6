// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ReviewWorker

struct RemovedManifestsTests {
  private static let sources = ChangedFile(path: "Sources/A/A.swift", status: .modified)

  @Test(arguments: [
    (ChangedFile(path: "Package.swift", status: .deleted), "", true),
    (ChangedFile(path: "Manifest.txt", oldPath: "Package.swift", status: .renamed), "", true),
    (ChangedFile(path: "Package.swift", status: .typeChanged, kind: .symbolicLink), "", true),
    (ChangedFile(path: "Package.swift", status: .modified), "", false),
    (ChangedFile(path: "Package.swift", status: .typeChanged), "", false),
    (ChangedFile(path: "server/Package.swift", status: .deleted), "server", true),
    (ChangedFile(path: "server/Package.swift", status: .deleted), "", false),
    (ChangedFile(path: "MyPackage.swift", status: .deleted), "", false),
    (ChangedFile(path: "Package.swift/a", status: .deleted), "", false),
  ])
  func `a deleted, renamed or linked manifest is removed`(file: ChangedFile, folder: String, isRemoved: Bool) {
    #expect(RemovedManifests(ChangeSet(files: [Self.sources, file])).contains(folder) == isRemoved)
  }

  @Test(arguments: [("Old/Package.swift", false), ("Package.txt", true)])
  func `a renamed root manifest is removed unless it moves to a folder`(path: String, isTakenAway: Bool) {
    let file = ChangedFile(path: path, oldPath: "Package.swift", status: .renamed)
    #expect(RemovedManifests.removesRootPackage(ChangeSet(files: [file])) == isTakenAway)
  }
}
