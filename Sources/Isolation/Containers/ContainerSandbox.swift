// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// Runs each command in a separate container.
struct ContainerSandbox: LaunchableSandbox {
  private let commandLine: ContainerCommandLine
  private let readable: [FilePath]
  private let forwarder: ProxyForwarder?
  let limits: SandboxLimits

  /// - Parameter scratch: an empty folder that the sandbox does not show.
  init(_ settings: SandboxSettings, scratch: FilePath) throws {
    guard let program = settings.program else { throw SandboxError("the container program is not known") }
    guard let image = settings.image else {
      throw SandboxError("no container image is set: name one with --sandbox-image")
    }
    let inner = InnerProgram.bundled(settings.entrance.program)
    let filter = scratch.appending("system-calls.bpf")
    let profile = scratch.appending("system-calls.json")
    let calls = try SystemCallProgram(.sandbox(memoryIsLimited: settings.limits.isMemoryLimitedByKernel))
    try Data(calls.bytes).write(to: URL(fileURLWithPath: filter.string))
    try Data(SystemCallProfile.reviewbot.text.utf8).write(to: URL(fileURLWithPath: profile.string))
    let arguments = ContainerArguments(settings, program: program, profile: profile)
    PodmanPause.ensure(arguments, environment: settings.programEnvironment)
    commandLine = ContainerCommandLine(
      arguments: arguments, image: image, inner: inner,
      entrance: settings.entrance, filter: filter, environment: settings.programEnvironment, scratch: scratch,
      mountFolder: settings.mountFolder)
    readable = settings.readable
    forwarder = settings.forwarding.map {
      ProxyForwarder($0, by: InnerProgram(folders: [], commandLine: inner.commandLine))
    }
    limits = settings.limits
  }

  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    let leads = reach == .dependencies ? forwarder : nil
    // Missing folders cannot be shown.
    let readableFolders = readable.filter { FileManager.default.fileExists(atPath: $0.string) }.map {
      SharedDirectory(SandboxPaths.resolved($0), as: $0)
    }
    return try commandLine.start(
      leads?.leading(command) ?? command, showing: readableFolders + folders + (leads?.folders ?? []),
      verified: verified)
  }
}

/// The user of the code under review in a container, and outside of it: never root in either.
struct ContainerUser: Sendable {
  let program: FilePath
  /// Whether root starts the container program.
  let isRoot: Bool
  /// The id outside: the guest id of a review that root started, otherwise ours.
  let id: UInt32
  let mapsUsers: Bool

  /// The same number as in the other sandbox.
  private static let guest = BubblewrapArguments.user
  /// Ids that no account of this machine has, for all others in the container.
  private static let nobodies = 1 << 20
  private static let count = 1 << 16

  /// Whether the container has a user namespace.
  var isMapped: Bool { mapsUsers && program.isPodman }

  var arguments: [String] {
    switch (isMapped, isRoot) {
    case (true, true):
      Self.mapping("--uidmap", self: Int(id), others: Self.nobodies)
        + Self.mapping("--gidmap", self: Int(id), others: Self.nobodies) + Self.inside
    // Podman counts from its own namespace, in which we are 0 and the ids of /etc/subuid begin with 1.
    case (true, false):
      Self.mapping("--uidmap", self: 0, others: 1) + Self.mapping("--gidmap", self: 0, others: 1) + Self.inside
    // In podman's own namespace we are 0.
    case (false, false) where program.isPodman: ["--user", "0:0"]
    case (false, _): ["--user", "\(id):\(id)"]
    }
  }

  private static let inside = ["--user", "\(guest):\(guest)"]

  private static func mapping(_ option: String, self: Int, others: Int) -> [String] {
    let next = guest + 1
    // The numbers of the others, without a gap for us where there are only as many.
    let rest = others == 1 ? next : others + next
    return [
      option, "0:\(others):\(guest)", option, "\(guest):\(self):1", option, "\(next):\(rest):\(count - next)",
    ]
  }
}

extension FilePath {
  /// Podman does some things that docker does not.
  var isPodman: Bool { name == "podman" }
}
