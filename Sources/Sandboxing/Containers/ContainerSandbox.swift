// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Runs commands in containers, each in one of its own. Source of what the options do: podman-run(1), docker-run(1).
struct ContainerSandbox: Sandbox {
  private let program: FilePath
  private let image: ContainerImage
  private let settings: SandboxSettings
  private let filter: FilePath

  var hidesMachine: Bool { true }

  /// - Parameter scratch: an empty folder that the sandbox does not show.
  init(_ settings: SandboxSettings, scratch: FilePath) throws {
    guard let program = settings.program else { throw SandboxError("the container program is not known") }
    guard let image = settings.image else { throw SandboxError("there is no image to make containers from") }
    self.program = program
    self.image = ContainerImage(image)
    self.settings = settings
    filter = scratch.appending("system-calls.json")
    let profile = SystemCallProfile(.sandbox(memoryIsLimited: settings.limits.isMemoryLimitedByKernel))
    try Data(profile.text.utf8).write(to: URL(fileURLWithPath: filter.string))
  }

  func runner(showing folders: [SharedFolder]) -> any CommandRunner {
    let own = settings.readable.map { SharedFolder(FolderNames.resolved($0), as: $0) }
    return ContainerRunner(
      program: program, image: image, filter: filter, folders: own + folders,
      passage: settings.passage.map(Passage.init), limits: settings.limits,
      environment: settings.programEnvironment, names: FolderNames(folders))
  }
}

/// What a container is made from.
struct ContainerImage: Sendable {
  /// The arguments that name it: an absolute path is a folder with a root file system, which only podman takes.
  let arguments: [String]

  init(_ text: String) {
    // Under a layer of its own: even what podman itself makes, the names of the folders that are shown, is not written to
    // the folder.
    arguments = text.hasPrefix("/") ? ["--rootfs", "\(text):O"] : [text]
  }
}
