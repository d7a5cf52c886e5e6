// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// The real process that prepares the mount points, with a shell instead of podman.
@Suite(
  .enabled(
    if: FinishedCommand.succeeds(["unshare", "--user", "--map-root-user", "--mount", "true"]),
    "unshare may not make namespaces here"))
struct ContainerMountsTests {
  private struct Made {
    let folder: ScratchDirectory
    let status: Int32
    let output: String
    let errors: String
  }

  /// Creates mounts that show a folder, and runs a shell script with them.
  ///
  /// - Parameter change: changes the files between the check of the folder and its mount.
  private func make(
    _ script: String, change: (ScratchDirectory) throws -> Void = { _ in }, check: (Made) throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      for name in ["mounts", "system/usr", "source", "secret"] { _ = try folder.folder(name) }
      try folder.write("system/usr/file", "of the system")
      try folder.write("source/file", "of the checkout")
      try folder.write("secret/file", "a secret")
      let source = try ContainedDirectory(folder.path.appending("source")).identity
      try change(folder)
      var mounts = ContainerMounts(
        folder: folder.path.appending("mounts"), system: folder.path.appending("system"),
        entries: [
          ContainerMounts.Entry(
            path: folder.path.appending("source"), name: "/box/source",
            verified: VerifiedDirectory(name: "/box/source", device: source.device, inode: source.inode))
        ], image: "")
      mounts.commandLine = ["/bin/sh", "-c", "cd '\(folder.path)/mounts'; \(script)"]
      let file = try folder.write("mounts.json", String(decoding: try JSONEncoder().encode(mounts), as: UTF8.self))
      let output = try folder.write("output", "")
      let errors = try folder.write("errors", "")
      let streams = try [output, errors].map { try FileDescriptor.open($0, .writeOnly, options: .closeOnExec) }
      defer { for stream in streams { try? stream.close() } }
      let child = try PlainChild(
        ["unshare", "--user", "--map-root-user", "--mount", Bubblewrap.entrance.program.string]
          + [ContainerProcess.subcommand, file.string],
        output: .descriptor(streams[0]), errors: .descriptor(streams[1]))
      let status = try await blocking { child.wait() }
      try check(
        Made(folder: folder, status: status, output: try folder.text("output"), errors: try folder.text("errors")))
    }
  }

  @Test func `the mounts show the system and the verified folders, and are gone afterwards`() async throws {
    let script = """
      cat root/usr/file mounts/0/file; ls -d root/box/source root/etc/passwd root/proc; touch root/new 2>/dev/null || echo closed
      exit 3
      """
    try await make(script) { made in
      #expect(made.status == 3)
      let lines = "root/box/source\nroot/etc/passwd\nroot/proc\nclosed\n"
      #expect(made.output == "of the systemof the checkout" + lines)
      let remaining = try FileManager.default.contentsOfDirectory(atPath: "\(made.folder.path)/mounts")
      #expect(remaining == [])
      #expect(!made.folder.exists("system/box"))
    }
  }

  @Test(arguments: ["folder", "link"])
  func `no command is started when a folder was replaced`(kind: String) async throws {
    try await make("echo ran") { folder in
      let (source, secret) = (folder.path.appending("source"), folder.path.appending("secret"))
      rename(source.string, folder.path.appending("elsewhere").string)
      if kind == "link" { symlink(secret.string, source.string) } else { rename(secret.string, source.string) }
    } check: { made in
      #expect(made.status == 125)
      #expect(made.output == "")
      #expect(
        made.errors.contains("a folder of the sandbox was replaced while the sandbox was created: /box/source"),
        "\(made.errors)")
    }
  }

  @Test func `the mounts end after the last process that was started with them`() async throws {
    // As with podman, another process continues beside it.
    try await make("(setsid sh -c 'read line </dev/null; echo later' &) ; echo first") { made in
      #expect(made.status == 0)
      #expect(made.output == "first\nlater\n" || made.output == "later\nfirst\n")
    }
  }
}
