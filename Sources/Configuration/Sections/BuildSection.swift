// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How the package is built.
package struct BuildSection: ConfigurationSection {
  package var package: PackagePath
  package var arguments = BuildArguments()
  package var timeLimit: TimeLimit

  package init() {
    guard let root = PackagePath("."), let limit = TimeLimit("30m") else {
      preconditionFailure("the defaults are wrong")
    }
    package = root
    timeLimit = limit
  }

  package static let name = "build"
  package static let summary = "How the package is built."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "package", \.package, .packagePath, "The folder with `Package.swift`, from the repository's root."),
      ConfigurationKey(
        "arguments", \.arguments, .buildArguments,
        "Arguments for `swift build` and `swift test`. Accepted are: "
          + BuildArguments.allowed.map { "`\($0)`" }.joined(separator: ", ") + "."),
      ConfigurationKey("time_limit", \.timeLimit, .timeLimit, "A build that takes longer is ended and fails."),
    ]
  }
}
