// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
package import Isolation
package import ReviewContract
package import SystemPackage
package import WorkerProtocol

/// The folders of one review, beside each other in the folder of all runs, and what its process may do with the machine.
package struct WorkerDirectories: Sendable {
  package let workspace: Workspace
  /// What the review leaves.
  package let results: FilePath
  /// With the socket of the way to the hosts of dependencies, and nothing else.
  private let proxy: FilePath
  /// For the process that starts sandboxes alone.
  private let launcher: FilePath

  /// Makes the folders.
  package init(_ workspace: Workspace) throws(RunError) {
    self.workspace = workspace
    results = FilePath(workspace.root.string + ".results")
    proxy = FilePath(workspace.root.string + ".proxy")
    launcher = FilePath(workspace.root.string + ".launcher")
    for folder in [results, temporary, proxy, launcher] {
      do {
        try FileManager.default.createDirectory(
          atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw RunError(
          "the folder \(folder) cannot be made: \(String(systemError: error))",
          remedy: "point REVIEWBOT_HOME at a folder that can be written, with room in it")
      }
    }
  }

  /// What stays behind is removed by a later run.
  package func remove() {
    for folder in [results, proxy, launcher, places] { try? DirectoryRemoval.remove(folder) }
  }

  /// Where containers are mounted, in namespaces of their own: their runtime passes through as a user of its own, and may not reach the
  /// home.
  private var places: FilePath { Self.places(of: name) }

  /// - Parameter review: its name.
  package static func places(of review: String) -> FilePath { FilePath("/tmp/reviewbot-\(review)") }

  /// Tells this review from others, on this machine.
  package var name: String { workspace.root.lastComponent?.string ?? "" }

  package var temporary: FilePath { results.appending("tmp") }

  package var passage: ProxyPassage {
    ProxyPassage(socket: proxy.appending("socket"), program: OwnExecutable.path, subcommand: Forwarder.subcommand)
  }

  /// - Parameters:
  ///   - lease: the id that the review gets; `nil` when it stays who we are.
  ///   - shared: folders of ours that are only read.
  ///   - environment: this process's.
  package func preparation(
    _ settings: SandboxSettings, lease: IDLease?, shared: [FilePath], environment: [String: String]
  ) throws -> WorkerPreparation {
    var preparation = WorkerPreparation()
    guard settings.level != .none else { return preparation }
    let isContained = settings.level == .container
    var settings = settings
    let toolchains = ToolchainDirectories.directories(environment)
    let own = workspace.folders + [results, proxy]
    let readable = settings.readable + shared + toolchains
    if let lease {
      // What starts containers stays root, and so does its folder.
      try RunIdentity.give(isContained ? own : own + [launcher], to: lease.id)
      // The folder of all runs, because files cannot be moved between two that are shown by themselves. It can be passed through,
      // not listed, and other runs are closed.
      let runs = workspace.root.removingLastComponent()
      chmod(runs.string, 0o711)
      if !isContained { settings.userNamespace = launcher.appending("user-namespace") }
      preparation.identity = RunIdentity(
        user: lease.id, paths: [runs] + readable + [settings.program].compactMap(\.self),
        namespace: settings.userNamespace)
    }
    // Without Landlock, a process starts its sandboxes itself. It cannot when that takes another id than its own.
    guard Confinement.isAvailable || isContained else { return preparation }
    settings.passage = passage
    if isContained {
      settings.guest = lease?.id
      settings.label = name
      guard mkdir(places.string, 0o711) == 0, chmod(places.string, 0o711) == 0 else {
        throw RunError(
          "the folder \(places) cannot be made: \(String(cString: strerror(errno)))",
          remedy: "let reviewbot write to /tmp, in which containers are mounted")
      }
      settings.places = places
      preparation.launchesFirst = true
    }
    preparation.launch = LaunchPlan(
      settings: settings, folders: workspace.folders + [results], toolchains: toolchains, scratch: launcher)
    var files = ConfinedFiles.system
    files.readable += readable + ConfinedFiles.ofThisProgram
    files.writable += own
    preparation.files = files
    return preparation
  }
}

extension ConfinedFiles {
  /// The program and its libraries.
  fileprivate static var ofThisProgram: [FilePath] { [OwnExecutable.path] + SandboxEntrance.libraries }
}

extension Workspace {
  /// All that was checked out.
  package var folders: [FilePath] {
    let overlay: FilePath? = if case .differs(let overlay) = merge { overlay.folder } else { nil }
    return [root] + [overlay, baseRoot].compactMap(\.self)
  }
}
