// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Isolation
import ReviewContract
import SystemPackage
import Testing

@testable import ReviewHost

struct ReviewLimitsTests {
  @Test(
    arguments: [
      (.off, .bwrap, "control groups are disabled"), (.auto, .none, "there is no sandbox"),
      (.auto, .container, "containers are limited by the program that creates them"),
      (.off, .container, "control groups are disabled"),
    ] as [(ControlGroupPreference, SandboxLevel, String)])
  func `the description of limits says why control groups are not used`(
    preference: ControlGroupPreference, level: SandboxLevel, reason: String
  ) throws {
    let limits = try ReviewLimits.make(preference, level)
    #expect(limits.description == "by polling several times a second: \(reason)")
    #expect(!limits.sharesProcessors)
    #expect(try limits.lease(.fitting("/tmp"), reviews: 1) { _ in } == nil)
  }

  @Test func `required control groups that are unavailable are an error with a remedy`() {
    #expect {
      try ReviewLimits.make(.required, .container)
    } throws: {
      "\($0)".hasPrefix(
        "cannot limit reviews by control groups: containers are limited by the program that creates them")
        && "\($0)".contains("Delegate=yes")
    }
  }

  /// The total memory and disk space of concurrent reviews does not depend on their number.
  @Test func `concurrent reviews share the memory and disk limits of one review`() {
    let (one, four) = (SandboxLimits.fitting("/tmp").resources, SandboxLimits.fitting("/tmp", reviews: 4).resources)
    #expect(four.memoryBytes == one.memoryBytes / 4)
    #expect(four.diskBytes <= one.diskBytes && four.files <= one.files)
    #expect(four.tasks == one.tasks && four.freeBytes == one.freeBytes)
  }
}
