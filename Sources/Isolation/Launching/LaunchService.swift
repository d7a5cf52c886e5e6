// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
package import SystemPackage

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
    guard request.places.count == shares.count else { throw Refusal(description: "\(request.places.count) folders") }
    guard toolchains.indices.contains(request.toolchain) else { throw Refusal(description: "an unknown toolchain") }
    guard let program = request.words.first, FilePath(program).isAbsolute else {
      throw Refusal(description: "a program without a path")
    }
    if let folder = request.workingDirectory {
      guard FilePath(folder).isAbsolute else { throw Refusal(description: "a working folder without a path") }
    }
    let toolchain = toolchains[request.toolchain]
    var shown = [SharedDirectory(toolchain, as: toolchain)]
    var verified: [VerifiedDirectory] = []
    for (place, share) in zip(request.places, shares) {
      let directory = try directory(place)
      shown.append(SharedDirectory(directory.path, as: share.name, isWritable: share.isWritable))
      let identity = try directory.identity
      verified.append(VerifiedDirectory(name: share.name, device: identity.device, inode: identity.inode))
    }
    let command = ChildCommand(
      FilePath(program), Array(request.words.dropFirst()), environment: request.environment,
      workingDirectory: request.workingDirectory.map { FilePath($0) })
    return try sandbox.start(
      command, showing: shown, reach: request.reachesDependencies ? .dependencies : .nothing, verified: verified)
  }

  private func directory(_ place: LaunchRequest.Place) throws -> ContainedDirectory {
    guard folders.indices.contains(place.folder) else { throw Refusal(description: "an unknown folder") }
    let folder = folders[place.folder]
    guard !place.path.isEmpty else { return folder }
    guard place.path.allSatisfy({ !["", ".", ".."].contains($0) && !$0.contains("/") && !$0.contains("\0") }) else {
      throw Refusal(description: "a folder outside the plan")
    }
    do {
      return try folder.subdirectory(place.path.joined(separator: "/"))
    } catch {
      throw Refusal(description: "a folder that is not there, or is reached through a link")
    }
  }
}

/// What the process that starts sandboxes receives before anything of the pull request is read: everything that any of
/// them may show.
package struct LaunchPlan: Hashable, Codable, Sendable {
  package let settings: SandboxSettings
  /// What belongs to the review: checkouts, and the folder of its results. Requests say which by their position.
  package let folders: [FilePath]
  /// Where toolchains are. Requests say which by their position.
  package let toolchains: [FilePath]
  /// Its own folder, which is not among the others.
  package let scratch: FilePath

  package init(settings: SandboxSettings, folders: [FilePath], toolchains: [FilePath], scratch: FilePath) {
    self.settings = settings
    self.folders = folders
    self.toolchains = toolchains
    self.scratch = scratch
  }
}
