// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct LaunchServiceTests {
  private static func plan(
    in folder: ScratchDirectory, change: (inout SandboxSettings) -> Void = { _ in }
  ) throws -> LaunchPlan {
    _ = try folder.folder("secret")
    let plan = try LaunchPlan.sample(in: folder) {
      $0.program = "/usr/bin/bwrap"
      change(&$0)
    }
    symlink("../secret", folder.path.appending("results/link").string)
    try folder.write("results/file", "")
    return plan
  }

  private static func request(
    _ directories: [(Int, [String])], stage: LaunchStage = .tests, toolchain: Int = 0,
    commandLine: [String] = ["/bin/true"],
    workingDirectory: String? = "/box/source", mounts: [CheckoutMount] = []
  ) -> LaunchRequest {
    LaunchRequest(
      run: 1, stage: stage, directories: directories.map { LaunchRequest.Place(folder: $0.0, path: $0.1) },
      mounts: mounts,
      toolchain: toolchain,
      reachesDependencies: false, commandLine: commandLine, environment: [:], workingDirectory: workingDirectory)
  }

  @Test func `a stage determines the folders of a sandbox, their names and which are writable`() async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      for stage in LaunchStage.allCases {
        let start = try service.start(Self.request([(0, []), (1, ["head"])], stage: stage))
        defer { start.end() }
        let commandLine = start.command.arguments
        let file = try #require(commandLine.first { $0.contains("/arguments-") })
        let options = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        let binds = stage.shares.enumerated().map { index, share in
          let path = folder.path.appending(index == 0 ? "checkout" : "results/head")
          return [share.isWritable ? "--bind" : "--ro-bind", path.string, share.name.string].joined(separator: "\0")
        }
        for bind in binds { #expect(options.contains(bind)) }
        #expect(options.contains("--ro-bind\0\(folder.path)/toolchain"))
        // The mounted folder is compared with the checked one.
        for share in stage.shares { #expect(commandLine.contains { $0.hasPrefix("\(share.name)=") }) }
        #expect(commandLine.suffix(1) == ["/bin/true"])
      }
    }
  }

  @Test func `a container gets the review's folders by device and inode, not by path`() async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(
        Self.plan(in: folder) { settings in
          settings.level = .container
          settings.program = "/usr/bin/podman"
          settings.image = "/srv/root"
          settings.guest = 200_007
          settings.mountFolder = folder.path
        })
      let start = try service.start(Self.request([(0, []), (1, ["head"])]))
      let file = try #require(start.command.arguments.last)
      let mounts = try JSONDecoder().decode(
        ContainerMounts.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(mounts.system == "/srv/root")
      for (name, path) in [("/box/source", "checkout"), ("/box/run", "results/head")] as [(FilePath, String)] {
        let index = try #require(mounts.entries.firstIndex { $0.name == name })
        let identity = try ContainedDirectory(folder.path.appending(path)).identity
        #expect(
          mounts.entries[index].verified
            == VerifiedDirectory(name: name, device: identity.device, inode: identity.inode))
        #expect(mounts.commandLine.contains("\(mounts.place(index)):\(name):rw"))
        #expect(!mounts.commandLine.contains { $0.hasPrefix("\(folder.path.appending(path)):") })
      }
      #expect(mounts.commandLine.suffix(1) == ["/bin/true"])
      if geteuid() == 0 {
        #expect(start.command.executable == Bubblewrap.entrance.program)
        #expect(mounts.commandLine.contains("1000:200007:1"))
      } else {
        #expect(start.command.arguments.contains("unshare"))
      }
      start.end(.exited(0))
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(!FileManager.default.fileExists(atPath: mounts.folder.string))
    }
  }

  @Test(
    arguments: [
      ("a folder that is not in the plan", [(0, []), (2, [])]), ("a negative one", [(-1, []), (1, [])]),
      ("a folder above", [(0, []), (1, [".."])]), ("a path in a name", [(0, []), (1, ["head/../../secret"])]),
      ("an absolute path", [(0, []), (1, ["/etc"])]), ("an empty name", [(0, []), (1, [""])]),
      ("a NUL", [(0, []), (1, ["head\0"])]), ("a link", [(0, []), (1, ["link"])]),
      ("a file", [(0, []), (1, ["file"])]),
      ("one that is not there", [(0, []), (1, ["none"])]), ("too few", [(0, [])]),
      ("too many", [(0, []), (1, []), (1, [])]),
    ] as [(String, [(Int, [String])])])
  func `requests with folders outside of the plan are rejected`(_: String, directories: [(Int, [String])]) async throws
  {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      #expect(throws: LaunchService.Refusal.self) { try service.start(Self.request(directories)) }
    }
  }

  @Test func `other toolchains, and programs and folders without an absolute path, are rejected`() async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      let directories: [(Int, [String])] = [(0, []), (1, ["head"])]
      for request in [
        Self.request(directories, toolchain: 1), Self.request(directories, toolchain: -1),
        Self.request(directories, commandLine: []),
        Self.request(directories, commandLine: ["true"]), Self.request(directories, workingDirectory: "source"),
      ] {
        #expect(throws: LaunchService.Refusal.self) { try service.start(request) }
      }
    }
  }

  private static let build = CheckoutMount(
    kind: .output, place: LaunchRequest.Place(folder: 0, path: ["Sub", ".build"]), path: ["Sub", ".build"])
  private static let resolution = CheckoutMount(
    kind: .resolution, place: LaunchRequest.Place(folder: 1, path: ["resolutions", "Package.resolved"]),
    path: ["Sub", "Package.resolved"])
  private static let dependencies = CheckoutMount(
    kind: .dependencies, place: LaunchRequest.Place(folder: 0, path: ["Sub", ".build", "checkouts"]),
    path: ["Sub", ".build", "checkouts"])

  private func withMounts(_ body: (ScratchDirectory, LaunchService) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      _ = try folder.folder("checkout/Sub/.build/checkouts")
      _ = try folder.folder("checkout/Sources")
      try folder.write("results/resolutions/Package.resolved", "{}")
      symlink("../secret", folder.path.appending("checkout/.build").string)
      symlink("/etc/passwd", folder.path.appending("results/Package.resolved").string)
      try body(folder, service)
    }
  }

  @Test(
    arguments: [
      (.build, [build, resolution, dependencies], ["--bind", "--ro-bind", "--ro-bind"]),
      (.resolution, [build, resolution], ["--bind", "--bind"]),
      (.tests, [resolution, dependencies], ["--ro-bind", "--ro-bind"]),
    ] as [(LaunchStage, [CheckoutMount], [String])])
  func `a stage determines which mounts in the checkout are writable`(
    stage: LaunchStage, mounts: [CheckoutMount], options: [String]
  ) async throws {
    try await withMounts { folder, service in
      let start = try service.start(Self.request([(0, []), (1, ["head"])], stage: stage, mounts: mounts))
      defer { start.end() }
      let commandLine = start.command.arguments
      let file = try #require(commandLine.first { $0.contains("/arguments-") })
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
      let source = stage == .tests ? "--bind" : "--ro-bind"
      let checkout = try #require(text.range(of: "\(source)\0\(folder.path)/checkout\0/box/source\0"))
      for (mount, option) in zip(mounts, options) {
        let path = folder.path.appending(mount.place.folder == 0 ? "checkout" : "results")
          .pushing(FilePath(mount.place.path.joined(separator: "/")))
        let range = try #require(text.range(of: "\(option)\0\(path)\0\(mount.name)\0"))
        #expect(range.lowerBound >= checkout.upperBound, "the checkout would hide it")
        #expect(commandLine.contains { $0.hasPrefix("\(mount.name)=") })
      }
    }
  }

  private static let refused: [(String, LaunchStage, CheckoutMount)] = {
    let mount = { (kind: CheckoutMount.Kind, folder: Int, place: [String], path: [String]) in
      CheckoutMount(kind: kind, place: LaunchRequest.Place(folder: folder, path: place), path: path)
    }
    return [
      ("a build folder in the tests", .tests, build), ("a build folder of a measurement", .measurement, build),
      ("dependencies in the resolution", .resolution, dependencies), ("a mount of other linters", .reading, build),
      ("another path than its own", .build, mount(.output, 0, ["Sources"], ["Sub", ".build"])),
      ("a directory of the results", .build, mount(.output, 1, ["head"], ["Sources"])),
      ("the checkout itself", .build, mount(.output, 0, [], [])),
      ("a path that leads out", .build, mount(.output, 0, ["..", "secret"], ["..", "secret"])),
      ("a link", .build, mount(.output, 0, [".build"], [".build"])),
      ("a missing directory", .build, mount(.output, 0, ["None"], ["None"])),
      (
        "another kind than that of the path", .build,
        mount(.output, 0, ["Sub", ".build", "checkouts"], ["Sub", ".build", "checkouts"])
      ),
      ("a file of the checkout", .resolution, mount(.resolution, 0, ["Package.resolved"], ["Package.resolved"])),
      ("another name", .resolution, mount(.resolution, 1, ["head"], ["Package.resolved"])),
      ("a link to a file", .resolution, mount(.resolution, 1, ["Package.resolved"], ["Package.resolved"])),
      (
        "a file as another", .resolution, mount(.resolution, 1, ["resolutions", "Package.resolved"], ["Package.swift"])
      ),
    ]
  }()

  @Test(arguments: refused)
  func `mounts that a stage does not have are rejected`(_: String, stage: LaunchStage, mount: CheckoutMount)
    async throws
  {
    try await withMounts { _, service in
      #expect(throws: LaunchService.Refusal.self) {
        try service.start(Self.request([(0, []), (1, ["head"])], stage: stage, mounts: [mount]))
      }
    }
  }
}
