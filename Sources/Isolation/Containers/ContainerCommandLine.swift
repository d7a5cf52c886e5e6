// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Starts a container: podman's in its own mount namespace (``ContainerProcess``), docker's by its service.
struct ContainerCommandLine: Sendable {
  let arguments: ContainerArguments
  /// An image's name, or the absolute path of a folder with a root file system.
  let image: String
  let inner: InnerProgram
  let entrance: SandboxEntrance
  /// The filter of system calls for commands.
  let filter: FilePath
  /// The environment of the container program, by which it finds its user's storage.
  let environment: [String: String]
  /// A folder that the sandbox does not show.
  let scratch: FilePath
  /// Where containers are mounted; `nil` for /tmp.
  let mountFolder: FilePath?

  private static let filterName: FilePath = "/box/system-calls"

  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    let name = "reviewbot-\(UUID().uuidString.lowercased())"
    let shown = Self.unique(inner.folders + [SharedDirectory(filter, as: Self.filterName)] + folders)
    return arguments.program.isPodman
      ? try podman(command, name: name, shown, verified) : docker(command, name: name, shown, verified)
  }

  private func podman(
    _ command: ChildCommand, name: String, _ shown: [SharedDirectory], _ verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    let folder = try openFolder(name)
    let file = scratch.appending("\(name).json")
    var mounts = ContainerMounts(
      folder: folder, system: image.hasPrefix("/") ? FilePath(image) : nil,
      entries: shown.map { shared in
        ContainerMounts.Entry(
          path: shared.path, name: shared.name, verified: verified.first { $0.name == shared.name })
      }, image: image)
    let volumes = shown.enumerated().map { index, shared in
      mounts.entries[index].verified == nil
        ? shared : SharedDirectory(mounts.place(index), as: shared.name, isWritable: shared.isWritable)
    }
    // Its mounts were verified on the way.
    mounts.commandLine = arguments.commandLine(
      for: command, name: name, showing: volumes, system: ["--rootfs", folder.appending(ContainerMounts.root).string],
      start: start(verified: []))
    try JSONEncoder().encode(mounts).write(to: URL(fileURLWithPath: file.string))
    let contain = [entrance.program.string, ContainerProcess.subcommand, file.string]
    // Without root, mounts take podman's own user namespace.
    let commandLine =
      arguments.user.isRoot ? contain : [arguments.program.string, "--log-level", "error", "unshare"] + contain
    return prepared(commandLine, command, name: name) {
      unlink(file.string)
      rmdir(folder.string)
    }
  }

  /// Creates a folder that every user can pass through, because the runtime has to as its own user. Other processes do
  /// not see the mounts in it.
  private func openFolder(_ name: String) throws -> FilePath {
    let folder = (mountFolder ?? "/tmp").appending(name)
    // Fails when another process has created the folder.
    guard mkdir(folder.string, 0o711) == 0, chmod(folder.string, 0o711) == 0 else {
      throw SandboxError("cannot create \(folder): \(String(cString: strerror(errno)))")
    }
    return folder
  }

  private func docker(
    _ command: ChildCommand, name: String, _ shown: [SharedDirectory], _ verified: [VerifiedDirectory]
  ) -> SandboxStart {
    let commandLine = arguments.commandLine(
      for: command, name: name, showing: shown, system: [image], start: start(verified: verified))
    return prepared(commandLine, command, name: name) {}
  }

  /// The command line with which the container starts.
  private func start(verified: [VerifiedDirectory]) -> [String] {
    entrance.commandLine(filter: Self.filterName.string, verified: verified, program: inner.commandLine)
  }

  private func prepared(
    _ commandLine: [String], _ command: ChildCommand, name: String, clearUp: @escaping @Sendable () -> Void
  ) -> SandboxStart {
    let removal = arguments.removal(of: name)
    let environment = environment
    return SandboxStart(
      command: ChildCommand(
        FilePath(commandLine[0]), Array(commandLine.dropFirst()), environment: environment, workingDirectory: "/",
        input: command.input, outputFile: command.outputFile)
    ) { status in
      // When the program was killed, the container continues. A container that cannot be removed here is removed after
      // the review.
      if case .exited = status {
      } else {
        _ = try? PlainChild(removal, environment: environment, in: "/", errors: .nothing).wait()
      }
      clearUp()
    }
  }

  /// A container can show only one folder under a name: the last.
  private static func unique(_ folders: [SharedDirectory]) -> [SharedDirectory] {
    folders.enumerated().filter { index, folder in
      !folders[(index + 1)...].contains { $0.name == folder.name }
    }.map(\.element)
  }
}
