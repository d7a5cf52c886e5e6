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
  package var mountFolder: FilePath?
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
  package var forwarding: ProxyForwarding?
  package var limits: SandboxLimits

  package init(
    level: SandboxLevel, program: FilePath? = nil, image: String? = nil, runtime: String? = nil,
    programEnvironment: [String: String] = [:], readable: [FilePath] = [], forwarding: ProxyForwarding? = nil,
    limits: SandboxLimits
  ) {
    self.level = level
    self.program = program
    self.image = image
    self.runtime = runtime
    self.programEnvironment = programEnvironment
    self.readable = readable
    self.forwarding = forwarding
    self.limits = limits
  }

  /// The programs that create the sandbox and start commands in it.
  package var programs: [FilePath] { [program, entrance.program].compactMap(\.self) }

  /// Describes the program that creates the sandbox, and the user of the code under review outside.
  ///
  /// - Parameter ids: the ids of reviews that root starts.
  package func description(ids: IDRange?) -> String {
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
  /// Removes the files made for the command. Receives its exit status; `nil` when it was ended, or never started.
  let clearUp: @Sendable (ChildExit?) -> Void

  /// Cleans up. To be called once the command has ended.
  func end(_ status: ChildExit? = nil) { clearUp(status) }
}

/// A sandbox whose command lines one process prepares for another.
protocol LaunchableSandbox: Sandbox {
  var limits: SandboxLimits { get }

  /// Prepares a command.
  ///
  /// - Parameter verified: folders whose identity is checked when the command starts.
  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart
}

extension LaunchableSandbox {
  var hidesMachine: Bool { true }

  func runner(showing folders: [SharedDirectory]) -> any CommandRunner {
    LaunchableRunner(sandbox: self, folders: folders, names: SandboxPaths(folders))
  }
}

/// Runs each command in a new sandbox with the same folders.
struct LaunchableRunner: CommandRunner {
  let sandbox: any LaunchableSandbox
  let folders: [SharedDirectory]
  let names: SandboxPaths

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    let start: SandboxStart
    do {
      start = try sandbox.start(command, showing: folders, reach: reach, verified: [])
    } catch let error as ChildProcessError {
      throw error
    } catch {
      throw ChildProcessError(
        code: .cannotStart, executable: command.executable, underlying: String(systemError: error))
    }
    var status: ChildExit?
    defer { start.end(status) }
    // A signal to end does not reach the processes inside, and none of them outlives the first kill.
    let result = try await ChildProcess.run(
      start.command, limits: limits.limiting(sandbox.limits.resources), consume: consume)
    if case .exited(let code) = result.ending { status = .exited(code) }
    return result
  }
}

/// A sandbox cannot be made.
package struct SandboxError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// - Parameter number: the error number of a system call.
  init(_ message: String, number: Int32) {
    self.init("\(message): \(String(cString: strerror(number)))")
  }

  /// Throws if a system call failed.
  ///
  /// - Parameter result: a negative error number on failure.
  static func check(_ result: Int32, _ message: @autoclosure () -> String) throws(SandboxError) {
    guard result < 0 else { return }
    throw SandboxError(message(), number: -result)
  }
}
