// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

/// The program on a machine without libcurl and libpq. Empty files of their names, which the dynamic linker finds first, take the
/// place of machines that lack them.
struct MissingLibraryTests {
  private func withoutLibraries(
    _ body: (ScratchDirectory, BuiltProgram, _ environment: [String: String]) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      for name in ["libcurl.so.4", "libpq.so.5"] { try folder.write("libraries/\(name)", "") }
      try await body(
        folder, BuiltProgram(in: folder), ["LD_LIBRARY_PATH": folder.path.appending("libraries").string])
    }
  }

  @Test func `lint works`() async throws {
    try await withoutLibraries { folder, program, environment in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("a.swift", "let a = 1;\n")
      try git.commit("base")
      let outcome = try await program.run(["lint", "--all"], environment: environment, in: git.folder.path)
      #expect(outcome.output.contains("trailing_semicolon"), "\(outcome.output)\(outcome.errors)")
      #expect(outcome.status == 0)
    }
  }

  @Test func `check names the package to install`() async throws {
    try await withoutLibraries { folder, program, environment in
      let outcome = try await program.run(
        ["check", "--pr", "1", "--repo", "acme/shapes", "--no-publish", "--output", "report"], environment: environment)
      #expect(outcome.status == 3)
      #expect(outcome.complaints.count == 1)
      let complaint = try #require(outcome.complaints.first)
      #expect(complaint.contains("cannot load libcurl: "), "\(complaint)")
      #expect(complaint.contains("install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, RHEL)"), "\(complaint)")
    }
  }

  @Test func `doctor reports the library, and that the host is not ready`() async throws {
    try await withoutLibraries { folder, program, environment in
      let outcome = try await program.run(["doctor"], environment: environment)
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("✗ libcurl"), "\(outcome.output)")
      #expect(outcome.output.contains("install libcurl4"), "\(outcome.output)")
    }
  }

  @Test func `serve ends before it listens`() async throws {
    let file = ServedWrongInputTests.file
    try await withoutLibraries { folder, program, environment in
      try ServiceDirectory.writeSecret("webhook-secret", "a-secret-of-webhooks-0123456789", in: folder)
      try ServiceDirectory.writeSecret("token", "ghp_aTokenOfTheOperator", in: folder)
      let queue = "queue: {connection: host=/nowhere dbname=q}\n"
      for (text, library) in [(file, "libcurl"), (file + queue, "libpq")]
      where library != "libpq" || PostgresQueueAssembly.isAvailable {
        try folder.write("server.yml", text.replacing("FOLDER", with: folder.path.string))
        let outcome = try await program.run(
          ["serve", "--config", folder.path.appending("server.yml").string], environment: environment)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("cannot load \(library): "), "\(outcome.errors)")
        #expect(outcome.errors.contains("; install lib"), "\(outcome.errors)")
      }
    }
  }
}
