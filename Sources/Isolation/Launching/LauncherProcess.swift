// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Dispatch
import Foundation
import ReviewContract
package import SystemPackage

/// `reviewbot __launch`: starts sandboxes for a process that cannot, because it dropped the right to mount when it
/// closed the host's files to itself. It reads only the plan, which comes first, and requests; nothing that the code
/// under review has written.
package enum LauncherProcess {
  package static let subcommand = "__launch"

  /// The runs that have not ended.
  private typealias Runs = Locked<[Int: PlainChild]>

  /// Serves the socket on its standard input until the other side closes it, then ends what still runs.
  ///
  /// - Returns: the exit status for `main`.
  package static func serve() -> Int32 {
    // The daemon's files are private, but a container's user has another id and uses what is created for it here.
    umask(0o022)
    Orphans.adopt()
    let channel = LaunchChannel(STDIN_FILENO)
    let runs = Runs([:])
    let threads = DispatchGroup()
    defer {
      for child in runs.withLock({ $0.values }) { kill(-child.process, SIGKILL) }
      // A container also has to be removed.
      threads.wait()
    }
    do {
      guard let (plan, files) = try channel.receive(LaunchPlan.self) else { return 2 }
      // Calls that only a limit makes harmless are allowed where there is one.
      guard files.count == (plan.settings.limits.isMemoryLimitedByKernel ? 1 : 0) else { return 2 }
      let service = try LaunchService(plan)
      while let (message, descriptors) = try channel.receive(LaunchMessage.self) {
        defer { for descriptor in descriptors { close(descriptor) } }
        switch message {
        case .run(let request): run(request, descriptors, group: files.first, service, runs, threads, channel)
        case .end(let run): if let child = runs.withLock({ $0[run] }) { kill(-child.process, SIGKILL) }
        }
      }
      return 0
    } catch {
      FileHandle.standardError.write(
        Data("reviewbot: the sandbox launcher stopped: \(String(systemError: error))\n".utf8))
      return 1
    }
  }

  private static func run(
    _ request: LaunchRequest, _ streams: [Int32], group: Int32?, _ service: LaunchService, _ runs: Runs,
    _ threads: DispatchGroup, _ channel: LaunchChannel
  ) {
    do {
      guard streams.count == 3 else { throw LaunchService.Refusal(description: "\(streams.count) streams") }
      guard runs.withLock({ $0[request.run] }) == nil else {
        throw LaunchService.Refusal(description: "a run that exists already")
      }
      let start = try service.start(request)
      let files = streams.map { PlainChild.Stream.descriptor(FileDescriptor(rawValue: $0)) }
      let commandLine = [start.command.executable.string] + start.command.arguments
      let child = try PlainChild(
        group == nil ? commandLine : ControlGroupEntrance.entering(commandLine), environment: start.command.environment,
        in: start.command.workingDirectory, input: files[0], output: files[1], errors: files[2], leadsSession: true,
        extra: group.map { FileDescriptor(rawValue: $0) })
      runs.withLock { $0[request.run] = child }
      try channel.send(LaunchReply.started(run: request.run, process: child.process))
      threads.enter()
      let thread = Thread {
        wait(for: child, of: request.run, start, runs, channel)
        threads.leave()
      }
      thread.name = "sandbox"
      thread.start()
    } catch {
      // This fails only when the client is gone, and then the next message is the end of the stream.
      try? channel.send(LaunchReply.refused(run: request.run, reason: String(systemError: error)))
    }
  }

  private static func wait(
    for child: PlainChild, of run: Int, _ start: SandboxStart, _ runs: Runs, _ channel: LaunchChannel
  ) {
    let status = child.waitForExit()
    // The rest of its process group, and the descendants that have left that group.
    kill(-child.process, SIGKILL)
    start.end(status)
    Orphans.end()
    runs.withLock { _ = $0.removeValue(forKey: run) }
    try? channel.send(LaunchReply.ended(run: run, status: status))
  }
}

/// Turns requests into command lines of the program that makes sandboxes, and refuses those that the plan does not
/// allow.
struct LaunchService: Sendable {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private let sandbox: any LaunchableSandbox
  private let folders: [ContainedDirectory]
  private let toolchains: [FilePath]

  /// Opens the folders of the plan.
  init(_ plan: LaunchPlan) throws {
    sandbox =
      switch plan.settings.level {
      case .container: try ContainerSandbox(plan.settings, scratch: plan.scratch)
      case .bwrap, .none: try BubblewrapSandbox(plan.settings, scratch: plan.scratch)
      }
    folders = plan.folders.map { ContainedDirectory($0) }
    toolchains = plan.toolchains
  }

  func start(_ request: LaunchRequest) throws -> SandboxStart {
    let shares = request.stage.shares
    guard request.directories.count == shares.count else {
      throw Refusal(description: "\(request.directories.count) folders")
    }
    guard toolchains.indices.contains(request.toolchain) else { throw Refusal(description: "an unknown toolchain") }
    guard let program = request.commandLine.first, FilePath(program).isAbsolute else {
      throw Refusal(description: "a program without a path")
    }
    if let folder = request.workingDirectory {
      guard FilePath(folder).isAbsolute else { throw Refusal(description: "a working folder without a path") }
    }
    let toolchain = toolchains[request.toolchain]
    var shown = [SharedDirectory(toolchain, as: toolchain)]
    var verified: [VerifiedDirectory] = []
    func show(_ place: LaunchRequest.Place, _ name: FilePath, isWritable: Bool, isFile: Bool = false) throws {
      let (path, identity) = try identify(place, isFile: isFile)
      shown.append(SharedDirectory(path, as: name, isWritable: isWritable))
      verified.append(VerifiedDirectory(name: name, device: identity.device, inode: identity.inode))
    }
    for (place, share) in zip(request.directories, shares) { try show(place, share.name, isWritable: share.isWritable) }
    for mount in request.mounts {
      guard let isWritable = request.stage.isWritable(mount.kind), mount.isAllowed(in: request.directories[0]) else {
        throw Refusal(description: "a mount that the stage does not have")
      }
      try show(mount.place, mount.name, isWritable: isWritable, isFile: mount.kind == .resolution)
    }
    let command = ChildCommand(
      FilePath(program), Array(request.commandLine.dropFirst()), environment: request.environment,
      workingDirectory: request.workingDirectory.map { FilePath($0) })
    return try sandbox.start(
      command, showing: shown, reach: request.reachesDependencies ? .dependencies : .nothing, verified: verified)
  }

  /// The path of a directory or a regular file of the plan, and its device and inode.
  private func identify(
    _ place: LaunchRequest.Place, isFile: Bool
  ) throws -> (path: FilePath, identity: (device: UInt, inode: UInt)) {
    guard folders.indices.contains(place.folder) else { throw Refusal(description: "an unknown folder") }
    let folder = folders[place.folder]
    guard place.path.allSatisfy(LaunchRequest.Place.isName) else {
      throw Refusal(description: "a folder outside the plan")
    }
    let path = place.path.joined(separator: "/")
    do {
      guard isFile else {
        let directory = path.isEmpty ? folder : try folder.subdirectory(path)
        return (directory.path, try directory.identity)
      }
      return (folder.path.pushing(FilePath(path)), try folder.fileIdentity(of: path))
    } catch {
      throw Refusal(description: "a folder that is missing, or reached through a symbolic link")
    }
  }
}

/// The input of the process that starts sandboxes, sent before anything of the pull request is read: everything that a
/// sandbox may show.
package struct LaunchPlan: Hashable, Codable, Sendable {
  package let settings: SandboxSettings
  /// The folders of the review: checkouts, and the folder of its results. Requests refer to them by position.
  package let folders: [FilePath]
  /// The folders of toolchains. Requests refer to them by position.
  package let toolchains: [FilePath]
  /// The process's own folder, which is not among the others.
  package let scratch: FilePath

  package init(settings: SandboxSettings, folders: [FilePath], toolchains: [FilePath], scratch: FilePath) {
    self.settings = settings
    self.folders = folders
    self.toolchains = toolchains
    self.scratch = scratch
  }
}
