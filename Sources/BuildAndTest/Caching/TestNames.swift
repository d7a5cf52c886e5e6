// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The names of all functions in the Swift files of a checkout: a test whose function is nowhere is gone.
///
/// This is for a base that is newer than its kept build. It is not built again only to list its tests.
struct TestNames: Sendable {
  private static let largestFile = 4 << 20

  private var names: Set<String> = []

  init(in checkout: ContainedDirectory) {
    for path in SourceManifest.paths(in: checkout) where path.hasSuffix(".swift") {
      // What cannot be read has no tests that could be missed.
      if let text = try? checkout.text(at: path, limit: Self.largestFile) { add(text) }
    }
  }

  init(text: String) { add(text) }

  func those(in tests: [TestID]) -> [TestID] {
    tests.filter { names.contains(String($0.name.prefix { $0 != "(" })) }
  }

  private mutating func add(_ text: String) {
    var rest = text[...]
    while let keyword = rest.firstRange(of: "func ") {
      rest = rest[keyword.upperBound...].drop { $0 == " " }
      let name: Substring
      if rest.first == "`" {
        name = rest.prefix(1) + rest.dropFirst().prefix { $0 != "`" && !$0.isNewline } + "`"
      } else {
        name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      }
      names.insert(String(name))
    }
  }
}
