// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Forges

struct CompletenessTests {
  /// Calls that the descriptions at hand leave out: lists of repositories. Tests with a stand-in pin them down.
  private static let undescribed: Set = ["RepositoryListCall"]

  @Test func `every call to a forge has a contract`() throws {
    let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/Forges")
      .standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let calls = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^struct (\w+Call)\b/).map { String($0.1) }
    }
    let contracts = try GitHubContracts.cases() + GitLabContracts.cases() + GiteaContracts.cases()
    #expect(calls.count > 40)
    #expect(Set(calls).subtracting(Self.undescribed) == Set(contracts.map { Self.call($0.name) }))
    #expect(Self.undescribed.isSubset(of: calls))
  }

  @Test func `calls that GitHub and Gitea share have contracts for both`() throws {
    let shared = try [GitHubContracts.cases(), GiteaContracts.cases()].map { cases in
      Set(cases.map(\.name).filter { $0.contains("<") }.map(Self.call))
    }
    #expect(shared[0] == shared[1])
    #expect(shared[0].count > 5)
  }

  /// Returns the name of a call without its generic forge.
  private static func call(_ name: String) -> String { String(name.prefix { $0 != "<" }) }
}
