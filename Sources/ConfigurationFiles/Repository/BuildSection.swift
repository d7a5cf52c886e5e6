// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// How the package is built.
package struct BuildSection: ConfigurationSection {
  package var package = PackageChoice.auto
  package var affectedOnly = false
  package var arguments = BuildArguments()
  package var warnings = CompilerWarnings.change
  package var timeLimit: TimeLimit

  package init() {
    guard let limit = TimeLimit("30m") else { preconditionFailure("the default is wrong") }
    timeLimit = limit
  }

  package static let name = "build"
  package static let summary = "How the package is built."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "package", \.package, .packageChoice,
        "The folder with `Package.swift`, from the repository's root, or a list of such folders. With `auto` it is the root, and "
          + "without a package there, all folders below that have one and are not in `paths.exclude`."),
      ConfigurationKey(
        "affected_only", \.affectedOnly, .boolean,
        "Of several packages, build only those in which something changed, or in a folder that their manifests name."),
      ConfigurationKey(
        "arguments", \.arguments, .buildArguments,
        "Arguments for `swift build` and `swift test`. Accepted are: "
          + BuildArguments.allowed.map { "`\($0)`" }.joined(separator: ", ") + "."),
      ConfigurationKey(
        "warnings", \.warnings, .choice,
        "Which warnings of the compiler are shown: those on lines of the `change`, `all`, or none (`off`)."),
      ConfigurationKey(
        "time_limit", \.timeLimit, .timeLimit,
        "A build that takes longer is ended and fails. It counts for getting the dependencies as well, and for all packages "
          + "together."),
    ]
  }
}

/// What of the pull request is checked out.
package struct CheckoutSection: ConfigurationSection {
  package var test = TestedTrees.both

  package init() {}

  package static let name = "checkout"
  package static let summary = "What of the pull request is checked out and tested."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "test", \.test, .choice,
        "Whether the tests run on the pull request as it was pushed (`head`), as it would be after the merge (`merge`), or "
          + "on `both`, and once when they are the same. Coverage and rules look at what was pushed.")
    ]
  }
}
