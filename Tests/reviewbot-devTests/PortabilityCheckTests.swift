// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct PortabilityCheckTests {
  @Test(arguments: [
    ("import Glibc\n", ["line 1 imports Glibc without a branch for canImport(Darwin)"]),
    ("#if canImport(Glibc)\n  import Glibc\n#endif\n", ["line 2 imports Glibc without a branch for canImport(Darwin)"]),
    ("#if canImport(Darwin)\n  import Darwin\n#else\n  import Glibc\n#endif\n", []),
    ("#if canImport(Darwin)\n  import Darwin\n#elseif canImport(Musl)\n  import Musl\n#endif\n", []),
    ("#if os(macOS)\n  import Darwin\n#endif\n", ["line 1 asks for a system, not for a module: os(macOS)"]),
    ("import Foundation\n// import Glibc\n", []),
  ])
  func `imports of Linux have a branch for Darwin`(text: String, problems: [String]) async throws {
    try await withScratchDirectory { folder in
      try folder.write("Lint/Sources/Rules/A.swift", text)
      try folder.write("Sources/Git/B.swift", "import Glibc\n")
      let found = try PortabilityCheck().problems(in: SourceDirectory(folder.path.string))
      #expect(found == problems.map { "Lint/Sources/Rules/A.swift: \($0)" })
    }
  }
}
