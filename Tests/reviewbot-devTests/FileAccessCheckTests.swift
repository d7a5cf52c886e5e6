// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct FileAccessCheckTests {
  private static let ways = [
    "FileManager.default.contentsOfDirectory(atPath: p)", "[p].filter(FileManager.default.fileExists)",
    "Data(contentsOf: u)", "String(contentsOf: u, encoding: .utf8)", "String(contentsOfFile: p, encoding: .utf8)",
    "FileHandle(forReadingAtPath: p)", "FileDescriptor.open(p, .readOnly)", "InputStream(fileAtPath: p)",
    "data.write(to: URL(fileURLWithPath: p))", "text.write(toFile: p, atomically: true, encoding: .utf8)",
    "URL(filePath: p)", "u.resolvingSymlinksInPath()", "open(p, O_RDONLY)", "Glibc.open(p, O_RDONLY)",
    "Foundation.rename(p, q)", "fopen(p, \"r\")", "opendir(p)", "stat(p, &s)", "lstat(p, &s)", "realpath(p, nil)",
    "readlink(p, b, n)", "unlink(p)", "mkdir(p, 0o700)", "utimes(p, nil)", "reviewbot_open_beneath(d, p, 0, 0, 1)",
  ]

  @Test(arguments: ways) func `a file access by path is reported`(_ way: String) async throws {
    let problems = try await problems(["Sources/A/A.swift": "// open(p, O_RDONLY)\nlet a = try \(way)\n"])
    #expect(problems.count >= 1)
    #expect(problems.allSatisfy { $0.hasPrefix("Sources/A/A.swift: line 2 reaches files with ") })
  }

  @Test func `code without file access, comments, strings and tests are accepted`() async throws {
    let problems = try await problems([
      "Sources/A/A.swift": """
      // FileManager.default
      let a = "Data(contentsOf: u)"
      func open(_ name: String) throws { try directory.open(name) }
      var status = stat()
      cursor.open(isObject: true)
      open(isObject: true)
      bytes.append(contentsOf: more)
      FileHandle.standardError.write(Data(text.utf8))
      func write(_ text: String, to handle: FileHandle) {}
      fstat(descriptor, &status)

      """,
      "Tests/ATests/A.swift": "let a = FileManager.default\n",
    ])
    #expect(problems == [])
  }

  @Test func `an exemption applies only to its path, and an unused one is reported`() async throws {
    let problems = try await problems(
      [
        "Sources/A/Own/B.swift": "unlink(p)\n", "Sources/A/C.swift": "unlink(p)\n",
        "Sources/A/Own.swift": "unlink(p)\n",
        "Sources/A/D.swift": "let d = 1\n",
      ],
      exemptions: ["Sources/A/Own/", "Sources/A/C.swift", "Sources/A/D.swift"])
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("Sources/A/Own.swift: line 1 reaches files with unlink") == true)
    #expect(problems.last == "Sources/A/D.swift: has an unused exemption")
  }

  private func problems(_ files: [String: String], exemptions: [String] = []) async throws -> [String] {
    try await withScratchDirectory { folder in
      for (name, text) in files { try folder.write(name, text) }
      let check = FileAccessCheck(exemptions: exemptions.map { .init(path: $0, reason: "a test") })
      return try check.problems(in: SourceDirectory(folder.path.string))
    }
  }
}
