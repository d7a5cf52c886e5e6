// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A package that makes its attempts while its manifest is read. Nothing is built, so that a review of it is quick.
struct HostileManifest {
  let attempts: HostileAttempts

  /// The manifest ends with a failure, so that the end of its output is in the report.
  var files: SampleRepository.Files {
    [
      "Package.swift": """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      \(HostileAttempts.runner)
      makeAttempts("manifest")
      FileHandle.standardError.write(FileManager.default.contents(atPath: "/box/run/.attempts-manifest") ?? Data())
      exit(1)

      """
    ].merging(attempts.files(in: "Sources/Attempts")) { $1 }
  }
}
