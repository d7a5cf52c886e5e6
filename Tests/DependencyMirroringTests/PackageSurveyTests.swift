// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import DependencyMirroring

struct PackageSurveyTests {
  private func manifest(_ dependencies: String...) -> String {
    "let package = Package(name: \"P\", dependencies: [\(dependencies.map { ".package(\($0))" }.joined(separator: ", "))])"
  }

  @Test func `the manifests of a package and its local dependencies are read`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("App/Package.swift", manifest(#"url: "https://git.test/a", from: "1.0.0""#, #"path: "../Lib""#))
      try folder.write("App/Package@swift-5.9.swift", manifest(#"url: "https://git.test/b", from: "1.0.0""#))
      try folder.write("App/Package.resolved", #"{"pins": [{"location": "https://git.test/c"}], "version": 2}"#)
      try folder.write("Lib/Package.swift", manifest(#"url: "https://git.test/d", from: "1.0.0""#, #"path: "../App""#))
      try folder.write("Other/Package.swift", manifest(#"url: "https://git.test/e", from: "1.0.0""#))
      let survey = PackageSurvey(folder.path, folder: "App")
      #expect(Set(survey.urls) == ["https://git.test/a", "https://git.test/b", "https://git.test/d"])
      #expect(survey.pins.map(\.url) == ["https://git.test/c"])
    }
  }

  @Test func `files and links outside of the repository are not read`() async throws {
    try await withScratchDirectory { folder in
      let secret = manifest(#"url: "https://git.test/secret", from: "1.0.0""#)
      try folder.write("outside/Package.swift", secret)
      try folder.write("outside/Package.resolved", #"{"pins": [{"location": "https://git.test/secret"}]}"#)
      let root = try folder.folder("root")
      let outside = folder.path.appending("outside").string
      try root.write(
        "Package.swift",
        manifest(#"path: "../outside""#, #"path: "\#(outside)""#, #"path: "linked""#, #"path: "a/../../outside""#))
      for (link, target) in [
        ("linked", outside), ("Package@swift-6.0.swift", outside + "/Package.swift"),
        ("Package.resolved", outside + "/Package.resolved"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: root.path.appending(link).string, withDestinationPath: target)
      }
      let survey = PackageSurvey(root.path, folder: "")
      #expect(survey.urls == [])
      #expect(survey.pins == [])
    }
  }

  @Test func `large files and packages that depend on each other do not stop the survey`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", manifest(#"path: "B""#, #"url: "https://git.test/a", from: "1.0.0""#))
      try folder.write("B/Package.swift", manifest(#"path: "..""#, #"path: "../B""#))
      try folder.write("Package.resolved", String(repeating: " ", count: 2 << 20))
      let survey = PackageSurvey(folder.path, folder: "")
      #expect(survey.urls == ["https://git.test/a"])
      #expect(survey.pins == [])
    }
  }
}
