// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Linting
import ReviewContract
import Rules
import Testing

@testable import WorkerProtocol

struct GeneratedPathsTests {
  @Test func `generated paths are excluded from the rules`() throws {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    let (excluded, generated) = (try #require(Glob("Old/**")), try #require(Glob("**/*.pb.swift")))
    configuration.paths.exclude = [excluded]
    configuration.paths.generated = [generated]
    #expect(configuration.ruleSettings().excluded == [excluded, generated])
  }
}
