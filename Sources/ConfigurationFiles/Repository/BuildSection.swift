// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The settings of the build.
package struct BuildSection: ConfigurationSection {
  package var package = PackageSelection.auto
  package var affectedOnly = false
  package var arguments = BuildArguments()
  package var environment = BuildEnvironment()
  package var setup = SetupCommands()
  package var setupTimeLimit: TimeSpan = "10m"
  package var writable: [WritableFolder] = []
  package var warnings = CompilerWarnings.change
  package var timeLimit: TimeSpan = "30m"
  package var labels: [WorkerLabel] = []

  /// The setup commands with their time limit; `nil` if there are none.
  package var setupPlan: SetupPlan? {
    setup.list.isEmpty ? nil : SetupPlan(commands: setup.list, timeLimit: setupTimeLimit.duration)
  }

  package static let name = "build"
  package static let summary = "How the package is built."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "package", \.package, .packages,
        "The folder of `Package.swift`, relative to the root of the repository, or a list of folders. `auto` selects the root, or, if "
          + "it has no package, all folders with a package that are not in `paths.exclude`."),
      ConfigurationKey(
        "affected_only", \.affectedOnly, .boolean,
        "If there are several packages, build only those that changed, or that depend on a changed folder according to their "
          + "manifests.", stricter: .off),
      ConfigurationKey(
        "arguments", \.arguments, .buildArguments,
        "Arguments for `swift build` and `swift test`. Allowed are: "
          + BuildArguments.allowed.map { "`\($0)`" }.joined(separator: ", ") + "."),
      ConfigurationKey(
        "environment", \.environment, .environment,
        "Environment variables for the build and the tests. They are not secret: the code under review can read them. Not allowed are "
          + "the names that reviewbot, the loader or the toolchain uses, such as \(BuildEnvironment.refusedNames)."),
      ConfigurationKey(
        "setup", \.setup, .setupCommands,
        "Commands that `/bin/sh` runs in the root of the checkout before the build, such as a code generator. They run in the sandbox, "
          + "without network access. `reviewbot coverage` does not run them."),
      ConfigurationKey(
        "setup_time_limit", \.setupTimeLimit, .value(in: "1s"..."1d"),
        "The timeout of all setup commands of a checkout together.", stricter: .lower),
      ConfigurationKey(
        "writable", \.writable, .list(of: .value, 0...WritableFolder.maximumCount, "folders"),
        "Folders that the build must write, such as one for generated sources. All others are read-only while the manifest is "
          + "evaluated, dependencies are resolved and the package is built, so that what is built is the commit.",
        example: "[Sources/Generated]"),
      ConfigurationKey(
        "warnings", \.warnings, .choice,
        "Which compiler warnings are reported: those on changed lines (`change`), `all`, or none (`off`).",
        stricter: .order(.off, .change, .all)),
      ConfigurationKey(
        "time_limit", \.timeLimit, .value(in: "1s"..."1d"),
        "The timeout of the build, after which it fails. It includes fetching dependencies, and applies to all packages together.",
        stricter: .lower),
      ConfigurationKey(
        "labels", \.labels, .list(of: .value, 0...WorkerLabel.mostWanted, "labels"),
        "Labels that a machine of the daemon needs for reviews of this repository, such as `swift-6.3` or `large`. The operator "
          + "permits them with `allowed_labels`, and a review with another label is refused. `check` ignores this key.",
        example: "[swift-6.3]"),
    ]
  }
}

/// The selection of the tested revision of the pull request.
package struct CheckoutSection: ConfigurationSection {
  package var test = TestedTrees.both
  package var testMerge = MergeTests.reached

  package static let name = "checkout"
  package static let summary = "Which revision of the pull request is checked out and tested."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "test", \.test, .choice,
        "The revision to test: the `head` of the pull request, the `merge` of head and base, or `both`, which runs once if the two "
          + "are the same. Coverage and rules apply to the head.", stricter: .both),
      ConfigurationKey(
        "test_merge", \.testMerge, .choice,
        "Which test targets the merge runs if the tests of the head passed: those with an input that differs from the head's (`reached`), "
          + "or `all`. Both build the whole merge.", stricter: .order(.reached, .all)),
    ]
  }
}
