// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewHost
import ReviewTesting
import Testing

struct DocumentationChangeTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Sample", targets: [.target(name: "Sample", resources: [.copy("Templates/"), .copy(".hidden")]),
        .target(name: "Kit", path: "./Old/../Kit/")])

    """

  private func isOnlyDocumentation(_ files: [ChangedFile], manifest: String? = manifest) async throws -> Bool {
    try await withScratchDirectory { folder in
      if let manifest { try folder.write("Package.swift", manifest) }
      return DocumentationChange(ChangeSet(files: files), in: ContainedDirectory(folder.path)).isOnlyDocumentation
    }
  }

  @Test(
    arguments: [
      ("README.md", true), ("docs/guide/index.rst", true), ("LICENSE", true), ("LICENSE.txt", true),
      (".github/workflows/ci.yml", true), (".gitignore", true), ("images/logo.png", true), ("CHANGELOG", true),
      ("Package.swift", false), ("Package.resolved", false), ("Package@swift-5.9.swift", false),
      ("Sources/Sample/Sample.md", false), ("Tests/SampleTests/expected.txt", false), ("Makefile", false),
      ("Kit/notes.md", false), ("Templates/page.md", false), ("Sources/Sample/Docs.docc/Sample.md", false),
      ("Tool/Sources/x/README.md", false), (".swift-version", false), ("scripts/run.sh", false), ("notes", false),
      ("License.swift", false), ("Notice.c", false), (".github/tool/Package.swift", false), (".github/run.sh", false),
      (".hidden/a.md", false), ("hidden/a.md", true), ("Old/a.md", true),
    ])
  func `a file counts as documentation by its name and folder`(path: String, isDocument: Bool) async throws {
    #expect(try await isOnlyDocumentation([ChangedFile(path: path, status: .modified)]) == isDocument)
  }

  @Test func `renames out of sources, links, submodules and empty changes are not documentation`() async throws {
    let moved = ChangedFile(path: "docs/a.md", oldPath: "Sources/Sample/a.md", status: .renamed)
    #expect(try await !isOnlyDocumentation([moved]))
    #expect(try await !isOnlyDocumentation([ChangedFile(path: "a.md", status: .added, kind: .symbolicLink)]))
    #expect(try await !isOnlyDocumentation([ChangedFile(path: "a.md", status: .added, kind: .submodule)]))
    #expect(try await !isOnlyDocumentation([]))
  }

  @Test(
    arguments: [
      "let package = Package(targets: [.target(name: \"A\", path: \".\")])",
      "let root = \"docs\"\nlet package = Package(targets: [.target(name: \"A\", path: \"\\(root)/x\")])",
      "let package = Package(targets: [.target(name: \"A\", path: \"docs/..\")])",
      "let package = Package(targets: [.target(name: \"A\", path: #\"docs\"#)])",
      "let package = Package(targets: [.target(name: \"A\", path: \"\\u{64}ocs\")])",
      String(repeating: "x", count: 2 << 20),
    ])
  func `no file is documentation if a target's path is unknown or the whole package`(manifest: String) async throws {
    #expect(try await !isOnlyDocumentation([ChangedFile(path: "README.md", status: .modified)], manifest: manifest))
  }

  @Test func `target paths in a version-specific manifest are not documentation`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", Self.manifest)
      try folder.write(
        "Package@swift-6.1.swift", "let package = Package(targets: [.target(name: \"A\", path: \"docs\")])")
      let changes = ChangeSet(files: [ChangedFile(path: "docs/a.md", status: .modified)])
      #expect(!DocumentationChange(changes, in: ContainedDirectory(folder.path)).isOnlyDocumentation)
    }
  }

  @Test func `no file is documentation if the manifest is a symbolic link`() async throws {
    try await withScratchDirectory { folder in
      try folder.link("Package.swift", to: "/etc/passwd")
      let changes = ChangeSet(files: [ChangedFile(path: "README.md", status: .modified)])
      #expect(!DocumentationChange(changes, in: ContainedDirectory(folder.path)).isOnlyDocumentation)
    }
  }
}
