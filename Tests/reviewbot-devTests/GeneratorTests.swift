// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct GeneratorTests {
  private let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()

  @Test func `the generated files of this package are up to date`() throws {
    #expect(try Generator(root: root.string).stalePaths() == [])
  }

  @Test func `missing files are written and stale files are removed`() async throws {
    try await withScratchDirectory { folder in
      let page = "Documentation/rules/no_such_topic.md"
      try folder.write(page, "")
      let generator = Generator(root: folder.path.string)
      #expect(try generator.stalePaths().contains(page))
      try generator.write()
      #expect(try generator.stalePaths() == [])
      #expect(!folder.exists(page))
      #expect(try folder.text("Documentation/rules/README.md").hasPrefix("# Rules\n"))
    }
  }
}
