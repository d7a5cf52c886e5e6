// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import ReviewContract
package import SystemPackage

/// The settings of the chosen sandbox, in a form that can be passed to the process that uses it.
package struct SandboxSettings: Hashable, Codable, Sendable {
  package var level: SandboxLevel
  /// `bwrap`, `podman` or `docker`; `nil` for level none.
  package var program: FilePath?
  /// An image's name, or the absolute path of a folder with a root file system. Containers only.
  package var image: String?
  /// The OCI runtime of containers, by its name or its path; `nil` for the container program's default.
  package var runtime: String?
  /// Whether containers have a user namespace. Not every runtime can create one in which the shown files are
  /// accessible.
  package var mapsUsers = true
  /// The id that the code under review has outside; `nil` for ours.
  package var guest: UInt32?
  /// The label by which the containers of one review are found.
  package var label: String?
  /// A folder that every user can pass through and only reviewbot can write to, in which containers are mounted, where
  /// no other process sees it; `nil` for one in /tmp.
  package var places: FilePath?
  /// The environment by which `podman` or `docker` finds its user's storage or its service. No secrets.
  package var programEnvironment: [String: String]
  /// Folders of this machine that are shown under their own names, read-only.
  package var readable: [FilePath]
  /// The program that starts commands in the sandbox.
  package var entrance = SandboxEntrance()
  /// The file that holds the user namespace which root makes for the id of a review; without it, or when it is empty,
  /// the process that starts the sandbox creates one. Bubblewrap only.
  package var userNamespace: FilePath?
  /// How commands that need dependencies get them; `nil` means that they do not.
  package var passage: ProxyPassage?
  package var limits: SandboxLimits

  package init(
    level: SandboxLevel, program: FilePath? = nil, image: String? = nil, runtime: String? = nil,
    programEnvironment: [String: String] = [:], readable: [FilePath] = [], passage: ProxyPassage? = nil,
    limits: SandboxLimits
  ) {
    self.level = level
    self.program = program
    self.image = image
    self.runtime = runtime
    self.programEnvironment = programEnvironment
    self.readable = readable
    self.passage = passage
    self.limits = limits
  }

  /// The programs that create the sandbox and start commands in it.
  package var programs: [FilePath] { [program, entrance.program].compactMap(\.self) }

  /// Describes the program that creates the sandbox, and the user of the code under review outside.
  ///
  /// - Parameter ids: the ids of reviews that root starts.
  package func words(ids: IDRange?) -> String {
    let user = ids.map { "each review has an id of \($0)" } ?? "the code runs as user \(geteuid())"
    guard level == .container else { return user }
    let makes = (program?.name ?? "") + (runtime.map { " with the runtime \($0)" } ?? "")
    let hasNamespace = mapsUsers && program?.isPodman == true
    return "\(makes), \(hasNamespace ? "with" : "without") a user namespace; \(user)"
  }
}

/// A command that is ready to run in a sandbox.
struct SandboxStart: Sendable {
  /// The command to start outside of the sandbox.
  let command: ChildCommand
  private let clearUp: @Sendable (ChildExit?) -> Void

  /// - Parameter clearUp: removes the files made for the command. Receives its exit status; `nil` when it was ended, or
  ///   never started.
  init(_ command: ChildCommand, clearUp: @escaping @Sendable (ChildExit?) -> Void) {
    self.command = command
    self.clearUp = clearUp
  }

  /// Cleans up. To be called once the command has ended.
  func end(_ status: ChildExit? = nil) { clearUp(status) }
}

/// A sandbox whose command lines one process prepares for another.
protocol LaunchableSandbox: Sandbox {
  /// Prepares a command.
  ///
  /// - Parameter verified: folders whose identity is checked when the command starts.
  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart
}

/// A sandbox cannot be made.
package struct SandboxError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
