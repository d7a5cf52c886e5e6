// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import ReviewContract
import SystemPackage

/// A layer above a container's root file system: mount points for the folders to show, and a few files of /etc. The
/// runtime could not create them where the system's files have no owner in the container.
struct ContainerFrame {
  private let folder: FilePath
  private let system: FilePath

  /// How many links a path may lead through, as for the kernel.
  private static let mostLinks = 40

  /// Creates the files that every container has.
  ///
  /// - Parameters:
  ///   - folder: an empty folder.
  ///   - system: the container's root file system.
  init(in folder: FilePath, above system: FilePath) throws {
    self.folder = folder
    self.system = system
    for name in ["/dev", "/proc", "/sys", "/run", "/etc"] as [FilePath] { try makePlace(name, isFolder: true) }
    for name in ["/run/.containerenv", "/etc/hostname", "/etc/resolv.conf"] as [FilePath] {
      try makePlace(name, isFolder: false)
    }
    _ = try SystemFiles(in: path(inSystem: "/etc").map(folder.pushing) ?? folder.appending("etc"))
    let mounts = folder.appending("etc/mtab").string
    if symlink("/proc/mounts", mounts) != 0, errno != EEXIST { throw SandboxError("cannot create \(mounts)") }
  }

  /// Creates an empty folder or file where the system has none.
  func makePlace(_ name: FilePath, isFolder: Bool) throws {
    guard let inner = path(inSystem: name) else { throw SandboxError("\(name) has too many levels of symbolic links") }
    let place = folder.pushing(inner)
    let parent = isFolder ? place : place.parent
    try FileManager.default.createDirectory(
      atPath: parent.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    guard !isFolder, !FileManager.default.fileExists(atPath: system.pushing(inner).string) else { return }
    let descriptor = open(place.string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SandboxError("cannot create \(place): \(String(cString: strerror(errno)))") }
    close(descriptor)
  }

  /// Resolves the links of the system and returns the path without its first slash: a folder of this layer instead of a
  /// link would hide the link. Returns `nil` when the links are circular.
  private func path(inSystem name: FilePath) -> FilePath? {
    var rest = Array(name.components.reversed())
    var path: FilePath = ""
    var links = 0
    while let component = rest.popLast() {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory: path.removeLastComponent()
      case .regular:
        let next = path.appending(component)
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: system.pushing(next).string)
        else {
          path = next
          continue
        }
        links += 1
        guard links <= Self.mostLinks else { return nil }
        if target.hasPrefix("/") { path = "" }
        rest += FilePath(target).components.reversed()
      }
    }
    return path
  }
}

/// `reviewbot __contain FILE`: makes the mounts of a container and runs the container program with them. The processes
/// that it leaves behind, those of the container among them, stay below this process, so that they are counted with it
/// and end with it.
package enum ContainerProcess {
  package static let subcommand = "__contain"

  /// The exit status of podman and docker when they could not start a container.
  private static let cannotStart: Int32 = 125
  /// Gives the container a smaller share of the processor than the process that watches it.
  private static let niceness: Int32 = 5

  /// Must be called before the process has a second thread.
  ///
  /// - Parameter file: a ``ContainerMounts`` in JSON.
  /// - Returns: the exit status for `main`.
  package static func run(file: String) -> Int32 {
    do {
      let mounts = try JSONDecoder().decode(
        ContainerMounts.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
      Orphans.adopt()
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
      try mounts.make()
      let child = try PlainChild(mounts.commandLine, in: "/", input: .inherited, output: .inherited)
      let status = child.wait()
      // Podman's monitor of the container continues until it has cleaned up.
      var other: Int32 = 0
      while waitpid(-1, &other, 0) > 0 || errno == EINTR {}
      mounts.remove()
      return status
    } catch {
      FileHandle.standardError.write(Data("reviewbot: cannot start a container: \(String(systemError: error))\n".utf8))
      return cannotStart
    }
  }
}

extension SandboxSettings {
  /// Removes the containers of a review that ended without removing them.
  ///
  /// - Parameter review: the label of its containers.
  package func removeContainers(of review: String) async {
    guard let program else { return }
    let limits = ChildLimits(time: .seconds(60), outputBytes: 1 << 20)
    let time = program.isPodman ? ["--time", "0"] : []
    let filter = "label=\(ContainerArguments.labelKey)=\(review)"
    // In its own task, so that a cancelled review removes its containers as well. What cannot be removed stays in the
    // program's list.
    await Task {
      let names = LineCollector()
      let list = ChildCommand(
        program, ["ps", "--all", "--quiet", "--filter", filter], environment: programEnvironment)
      _ = try? await ChildProcess.run(list, limits: limits) { names.append($0) }
      let ids = names.output.split(separator: "\n").map(String.init)
      guard !ids.isEmpty else { return }
      let removal = ChildCommand(
        program, ["rm", "--force"] + time + ids, environment: programEnvironment)
      _ = try? await ChildProcess.run(removal, limits: limits)
    }.value
  }
}
