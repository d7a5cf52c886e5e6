// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Foundation
package import Isolation
package import ReviewContract
package import SystemPackage
package import WorkerProtocol

/// The folders of one review, siblings in the run's directory, and the permissions of its process.
package struct WorkerDirectories: Sendable {
  package let workspace: Workspace
  /// The review's output.
  package let results: FilePath
  /// Contains only the socket of the dependency proxy.
  private let proxy: FilePath
  /// The launcher's own folder.
  private let launcher: FilePath

  /// Creates the folders.
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
          "cannot create the folder \(folder): \(String(systemError: error))",
          remedy: "set REVIEWBOT_HOME to a writable folder with free space")
      }
    }
  }

  /// Removes the folders. A later run removes what remains.
  package func remove() {
    for folder in [results, proxy, launcher, places] { try? DirectoryRemoval.remove(folder) }
  }

  /// The mount point of containers' file systems, in their mount namespaces. It is outside of the home, which is not
  /// accessible to the user that the container runtime runs as.
  private var places: FilePath { Self.places(of: name) }

  /// The mount point for a review.
  ///
  /// - Parameter review: the review's ``name``.
  package static func places(of review: String) -> FilePath { FilePath("/tmp/reviewbot-\(review)") }

  /// The name of the review, unique on this host.
  package var name: String { workspace.root.name }

  package var temporary: FilePath { results.appending("tmp") }

  package var passage: ProxyPassage {
    ProxyPassage(socket: proxy.appending("socket"), subcommand: Forwarder.subcommand)
  }

  /// The privileges that the worker process keeps. Also changes the owner of the review's folders.
  ///
  /// - Parameters:
  ///   - lease: the user id of the review; `nil` for the id of this process.
  ///   - shared: reviewbot's folders that the review can read.
  ///   - ports: the TCP ports that the worker connects to.
  ///   - environment: the environment of this process.
  /// - Throws: ``SandboxError`` or ``RunError`` if a folder cannot be created or given to the user id.
  package func preparation(
    _ settings: SandboxSettings, lease: IDLease?, shared: [FilePath], ports: Set<UInt16>,
    environment: [String: String]
  ) throws -> WorkerPreparation {
    var preparation = WorkerPreparation()
    guard settings.level != .none else { return preparation }
    let isContained = settings.level == .container
    var settings = settings
    let toolchains = ToolchainDirectories.directories(environment)
    let own = workspace.folders + [results, proxy]
    let readable = settings.readable + shared + toolchains
    if let lease {
      // The launcher of containers stays root, and so does its folder.
      try RunIdentity.give(isContained ? own : own + [launcher], to: lease.id)
      // Share the parent, because files cannot be moved between separate mounts. With mode 711 it cannot be listed, and
      // the folders of other runs are not accessible.
      let runs = workspace.root.parent
      chmod(runs.string, 0o711)
      if !isContained { settings.userNamespace = launcher.appending("user-namespace") }
      preparation.identity = RunIdentity(
        user: lease.id, paths: [runs] + readable + settings.programs,
        namespace: settings.userNamespace)
    }
    // Without Landlock, the worker starts its sandboxes itself. It cannot start containers: that takes another user id.
    guard Confinement.isAvailable || isContained else { return preparation }
    settings.passage = passage
    if isContained {
      settings.guest = lease?.id
      settings.label = name
      guard mkdir(places.string, 0o711) == 0, chmod(places.string, 0o711) == 0 else {
        throw RunError(
          "cannot create the folder \(places): \(String(cString: strerror(errno)))",
          remedy: "give reviewbot write permission for /tmp, where containers are mounted")
      }
      settings.places = places
      preparation.launchesFirst = true
    }
    preparation.launch = LaunchPlan(
      settings: settings, folders: workspace.folders + [results], toolchains: toolchains, scratch: launcher)
    var files = ConfinedFiles.system
    files.readable += readable + ConfinedFiles.ofThisProgram
    files.writable += own
    files.ports = ports
    preparation.files = files
    return preparation
  }
}

extension ConfinedFiles {
  /// The executable of the process that is confined, and its libraries.
  fileprivate static var ofThisProgram: [FilePath] { [OwnExecutable.image] + SandboxEntrance.libraries }
}

extension Workspace {
  /// The folders of all checkouts: of the head, of the merge if it differs, and of the base if there is one.
  package var folders: [FilePath] {
    let overlay: FilePath? = if case .differs(let overlay) = merge { overlay.folder } else { nil }
    return [root] + [overlay, baseRoot, oldFiles?.folder, listing?.parent].compactMap(\.self)
  }
}
