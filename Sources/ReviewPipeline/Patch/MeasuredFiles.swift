// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Tells the files that coverage is about from all others.
struct MeasuredFiles: Sendable {
  let layout: PackageLayout
  let policy: PatchPolicy

  /// Swift code outside tests, plugins, macros and snippets, which no test bundle links as code under test.
  func isCode(_ path: String) -> Bool {
    guard path.hasSuffix(".swift"), let target = layout.target(of: path), Self.types.contains(target.type) else {
      return false
    }
    return !policy.ignored.contains { $0.matches(path) }
  }

  /// Why the configuration leaves a file out; `nil` when it does not.
  func exclusion(of path: String) -> UnmeasuredReason? {
    if policy.generated.contains(where: { $0.matches(path) }) { return .generatedByConfiguration }
    return policy.excluded.contains { $0.matches(path) } ? .excluded : nil
  }

  func isExcluded(_ path: String) -> Bool { exclusion(of: path) != nil }

  /// Target types whose code a test can run. (An executable's code is there when a test target depends on it.)
  static let types: Set<String> = ["library", "executable", "regular"]
}
