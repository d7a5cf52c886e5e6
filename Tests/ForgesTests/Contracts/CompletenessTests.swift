// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Forges

struct CompletenessTests {
  @Test func `has every call in the contracts`() throws {
    let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/Forges")
      .standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let calls = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^struct (\w+Call)\b/).map { String($0.1) }
    }
    let contracts = try GitHubContracts.cases() + GitLabContracts.cases() + GiteaContracts.cases()
    #expect(calls.count > 40)
    #expect(Set(calls) == Set(contracts.map(\.name)))
  }
}
