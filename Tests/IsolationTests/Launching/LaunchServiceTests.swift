// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
    let names = ["checkout", "results", "launcher", "toolchain", "secret"]
    let paths = try names.map { try folder.folder($0).path }
    _ = try folder.folder("results/head")
    symlink("../secret", folder.path.appending("results/link").string)
    try folder.write("results/file", "")
    let resources = ResourceLimits(tasks: 100, memoryBytes: 1 << 30, folders: [folder.path])
    var settings = SandboxSettings(
      level: .bwrap, program: "/usr/bin/bwrap", limits: SandboxLimits(fileBytes: 1 << 30, resources: resources))
    settings.entrance = Bubblewrap.entrance
    change(&settings)
    return LaunchPlan(settings: settings, folders: Array(paths[..<2]), toolchains: [paths[3]], scratch: paths[2])
  }

  private static func request(
    _ places: [(Int, [String])], stage: LaunchStage = .package, toolchain: Int = 0, words: [String] = ["/bin/true"],
    workingDirectory: String? = "/box/source"
  ) -> LaunchRequest {
    LaunchRequest(
      run: 1, stage: stage, places: places.map { LaunchRequest.Place(folder: $0.0, path: $0.1) }, toolchain: toolchain,
      reachesDependencies: false, words: words, environment: [:], workingDirectory: workingDirectory)
  }

  @Test func `a stage determines the folders of a sandbox, their names and which are writable`() async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      for stage in LaunchStage.allCases {
        let start = try service.start(Self.request([(0, []), (1, ["head"])], stage: stage))
        defer { start.end() }
        let words = start.command.arguments
        let file = try #require(words.first { $0.contains("/arguments-") })
        let options = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        let binds = stage.shares.enumerated().map { index, share in
          let path = folder.path.appending(index == 0 ? "checkout" : "results/head")
          return [share.isWritable ? "--bind" : "--ro-bind", path.string, share.name.string].joined(separator: "\0")
        }
        for bind in binds { #expect(options.contains(bind)) }
        #expect(options.contains("--ro-bind\0\(folder.path)/toolchain"))
        // The mounted folder is compared with the checked one.
        for share in stage.shares { #expect(words.contains { $0.hasPrefix("\(share.name)=") }) }
        #expect(words.suffix(1) == ["/bin/true"])
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
          settings.places = folder.path
        })
      let start = try service.start(Self.request([(0, []), (1, ["head"])]))
      let file = try #require(start.command.arguments.last)
      let ground = try JSONDecoder().decode(
        ContainerGround.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(ground.system == "/srv/root")
      for (name, path) in [("/box/source", "checkout"), ("/box/run", "results/head")] as [(FilePath, String)] {
        let index = try #require(ground.entries.firstIndex { $0.name == name })
        let identity = try ContainedDirectory(folder.path.appending(path)).identity
        #expect(
          ground.entries[index].verified
            == VerifiedDirectory(name: name, device: identity.device, inode: identity.inode))
        #expect(ground.words.contains("\(ground.place(index)):\(name):rw"))
        #expect(!ground.words.contains { $0.hasPrefix("\(folder.path.appending(path)):") })
      }
      #expect(ground.words.suffix(1) == ["/bin/true"])
      if geteuid() == 0 {
        #expect(start.command.executable == Bubblewrap.entrance.program)
        #expect(ground.words.contains("1000:200007:1"))
      } else {
        #expect(start.command.arguments.contains("unshare"))
      }
      start.end(.exited(0))
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(!FileManager.default.fileExists(atPath: ground.folder.string))
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
  func `requests with folders outside of the plan are rejected`(_: String, places: [(Int, [String])]) async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      #expect(throws: LaunchService.Refusal.self) { try service.start(Self.request(places)) }
    }
  }

  @Test func `other toolchains, and programs and folders without an absolute path, are rejected`() async throws {
    try await withScratchDirectory { folder in
      let service = try LaunchService(Self.plan(in: folder))
      let places: [(Int, [String])] = [(0, []), (1, ["head"])]
      for request in [
        Self.request(places, toolchain: 1), Self.request(places, toolchain: -1), Self.request(places, words: []),
        Self.request(places, words: ["true"]), Self.request(places, workingDirectory: "source"),
      ] {
        #expect(throws: LaunchService.Refusal.self) { try service.start(request) }
      }
    }
  }
}
