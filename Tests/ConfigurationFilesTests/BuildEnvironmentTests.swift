// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import Testing

/// `build.environment` and `build.setup`.
struct BuildEnvironmentTests {
  private let reader = ConfigurationReader(catalogue: catalogue)

  private func problems(_ text: String) -> [String] {
    do throws(ConfigurationError) {
      _ = try reader.read(text: "version: 1\nbuild:\n" + text, file: "f")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `variables and setup commands are read, and their differences are listed`() throws {
    let text = """
      version: 1
      build:
        environment: {TZ: UTC, FEATURE_B: "on", LEVEL: 3}
        setup: ["./generate --all", make && make install]
        setup_time_limit: 90s
      """
    let configuration = try reader.read(text: text, file: "f")
    #expect(configuration.build.environment.variables == ["TZ": "UTC", "FEATURE_B": "on", "LEVEL": "3"])
    #expect(configuration.build.setup.list == ["./generate --all", "make && make install"])
    #expect(configuration.build.setupPlan?.timeLimit == .seconds(90))
    let defaults = ReviewConfiguration(catalogue: catalogue)
    #expect(defaults.build.setupPlan == nil)
    #expect(configuration.hash != defaults.hash)
    #expect(
      configuration.differences(from: defaults) == [
        #"build.environment: {} → {FEATURE_B: "on", LEVEL: "3", TZ: "UTC"}"#,
        #"build.setup: [] → ["./generate --all", "make && make install"]"#, "build.setup_time_limit: 10m → 90s",
      ])
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(ReviewConfiguration.self, from: data) == configuration)
  }

  @Test(arguments: [
    "PATH", "HOME", "TMPDIR", "LD_PRELOAD", "ld_audit", "DYLD_X", "GIT_SSH_COMMAND", "LLVM_PROFILE_FILE", "https_proxy",
    "ALL_PROXY", "BASH_ENV", "REVIEWBOT_TOKEN", "SWIFTPM_X", "XDG_CACHE_HOME", "SWIFT_EXEC", "CI",
  ])
  func `reserved variable names are rejected with the line and a remedy`(name: String) throws {
    let found = try #require(problems("  environment:\n    A: b\n    \(name): x\n").first)
    #expect(found.hasPrefix("f:5:5: ") && found.contains("\"\(name)\" cannot be set"), "\(found)")
    #expect(found.contains("remove it, or use another name"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BuildEnvironment.self, from: Data(#"{"\#(name)":"x"}"#.utf8))
    }
  }

  @Test(arguments: [
    ("  environment: [A]\n", "expected a mapping"), ("  environment: {A: [b]}\n", "A: expected a text"),
    ("  environment: {1A: b}\n", "is not a valid variable name"),
    ("  environment: {\"A\": \"b\\tc\"}\n", "control character"),
    ("  environment: {A: \(String(repeating: "x", count: 4097))}\n", "more than 4096 bytes"),
    ("  setup: make\n", "expected a list"), ("  setup: [\"\"]\n", "expected a command"),
    ("  setup: [\"a\\nb\"]\n", "contains a control character"),
    ("  setup: [\(Array(repeating: "a", count: 21).joined(separator: ", "))]\n", "at most 20 commands"),
    ("  setup_time_limit: 2d\n", "duration from 1s to 1d"),
  ])
  func `invalid build settings are reported with the reason`(text: String, message: String) {
    let found = problems(text)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }
}
