// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// A toolchain that swiftly manages, which reads the home of the user.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct SwiftlyTests {
    @Test(.thorough) func `a review in the sandbox uses the toolchain that swiftly selects`() async throws {
      try await withScratchDirectory { folder in
        let swift = try FinishedCommand.output(of: ["sh", "-c", #"realpath "$(command -v swift)""#])
        let tools = FilePath(swift.trimmingCharacters(in: .newlines)).removingLastComponent()
        let swiftly = try folder.program(
          "swiftly/bin/swiftly", "#!/bin/sh\n[ -f \"$HOME/settings\" ] && exec '\(tools)/swift' \"$@\"\nexit 1\n")
        let bin = swiftly.removingLastComponent()
        try FileManager.default.createSymbolicLink(
          atPath: bin.appending("swift").string, withDestinationPath: "swiftly")
        let (repository, program) = try await KeptBase.change(
          ["Sources/Sample/Three.swift": "import Base\npublic func three() -> Int {\n  1 + two()\n}\n"], in: folder)
        try folder.write("user/settings", "")
        let checked = try await Checked(
          repository, by: program, ["--sandbox", "bwrap", "--test", "head"],
          environment: ["PATH": "\(bin):/usr/bin:/bin"])
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.report?.runs.first?.outcome == .passed)
      }
    }
  }
}
