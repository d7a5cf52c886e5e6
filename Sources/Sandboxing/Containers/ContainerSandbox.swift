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

  init(_ settings: SandboxSettings) throws {
    guard let program = settings.program else { throw SandboxError("the container program is not known") }
    guard let image = settings.image else { throw SandboxError("there is no image to make containers from") }
    self.program = program
    self.image = ContainerImage(image)
    self.settings = settings
  }

  func runner(showing folders: [SharedFolder]) -> any CommandRunner {
    let own = settings.readable.map { SharedFolder(FolderNames.resolved($0), as: $0) }
    return ContainerRunner(
      program: program, image: image, folders: own + folders,
      passage: settings.passage.map(Passage.init), limits: settings.limits,
      environment: settings.programEnvironment, names: FolderNames(folders))
  }
}

/// What a container is made from.
struct ContainerImage: Sendable {
  /// The arguments that name it: an absolute path is a folder with a root file system, which only podman takes.
  let arguments: [String]

  init(_ text: String) {
    // Another writer's layer over a folder, so that nothing in it changes.
    arguments = text.hasPrefix("/") ? ["--rootfs", text] : [text]
  }
}
