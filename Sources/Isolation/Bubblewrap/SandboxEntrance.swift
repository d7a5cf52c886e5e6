// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
package import SystemPackage

/// The program that is the first process of a sandbox: `PROGRAM __enter FILTER TASKS FOLDER… -- COMMAND ARGUMENT…`.
///
/// Bubblewrap, or a container's runtime, makes the sandbox; this makes sure that the folders in it are those that were
/// meant, takes from it what the code under review could learn of the machine from its mounts, drops the capabilities
/// that this takes, and starts the command with a limit of processes and threads, under the filter of system calls that
/// it reads: from a descriptor, or in a container from a file. Runtimes that have no such mounts (gVisor) or give no
/// such capabilities (docker) may be without: whether they show anything, the self-test finds out.
package struct SandboxEntrance: Hashable, Codable, Sendable {
  package static let subcommand = "__enter"

  /// The path of this program on the host: a copy where the file may be replaced while there are sandboxes.
  package var program: FilePath = RunningExecutable.path

  package init() {}

  package init(program: FilePath) {
    self.program = program
  }

  /// The capabilities to change the mount namespace and the root directory, and to drop capabilities for good.
  static let capabilities = ["CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETPCAP"]
  /// The path of the program inside the sandbox.
  static let name: FilePath = "/box/reviewbot"

  /// The folders of the libraries that it needs besides the system's own.
  package static var libraries: [FilePath] { LinkedLibraries.folders }

  /// The folders that the sandbox shows for the program.
  var folders: [SharedDirectory] { InnerProgram.linked(program).folders }

  /// The number of processes and threads that the kernel allows beyond the limit, so that the watch can detect that a
  /// sandbox exceeds it.
  private static let spareTasks = 1024

  /// - Parameters:
  ///   - filter: the number of a descriptor, or the absolute path of a file.
  ///   - tasks: how many processes and threads there may be; `nil` where the runtime limits them.
  func commandLine(
    filter: String, tasks: Int? = nil, verified: [VerifiedDirectory], program: [String] = [name.string]
  ) -> [String] {
    // Since Linux 5.14 the limit (RLIMIT_NPROC) is for the user in the sandbox's own user namespace; before, all
    // processes of the user anywhere counted. Landlock 2 is of 5.19.
    let limit = Confinement.isAvailable ? tasks.map { min($0, 1 << 22) + Self.spareTasks } ?? 0 : 0
    return program + [Self.subcommand, filter, "\(limit)"] + verified.map(\.description) + ["--"]
  }

  /// Enters the sandbox from inside. Must be called before the process has a second thread, which would keep the
  /// mounts.
  ///
  /// - Returns: the reason for a failure; otherwise the process ends with the command.
  package static func enter(arguments: [String], environment: [String: String]) -> String {
    guard let end = arguments.firstIndex(of: "--"), end >= 2, end + 1 < arguments.count,
      let tasks = UInt32(arguments[1])
    else { return "usage: \(subcommand) FILTER TASKS FOLDER… -- COMMAND ARGUMENT…" }
    for text in arguments[2..<end] {
      guard let folder = VerifiedDirectory(text), folder.isShown else {
        return "a folder of the sandbox was replaced while the sandbox was created: \(text.prefix { $0 != "=" })"
      }
    }
    let descriptor = Int32(arguments[0])
    let file =
      descriptor.map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
      ?? FileHandle(forReadingAtPath: arguments[0])
    guard let filter = try? file?.readToEnd(), !filter.isEmpty, (try? file?.close()) != nil else {
      return "cannot read the system call filter"
    }
    let result = filter.withUnsafeBytes { filter in
      CStringList.withPointers(Array(arguments[(end + 1)...])) { arguments in
        CStringList.withPointers(environment) { environment in
          reviewbot_enter_box(
            filter.baseAddress, filter.count, tasks, arguments, environment, descriptor == nil ? 0 : 1)
        }
      }
    }
    return "cannot enter the sandbox: \(String(cString: strerror(-result)))"
  }
}

/// A folder that a sandbox shows, with its expected identity. Bubblewrap takes folders by their paths, and a path can
/// be replaced between its check and its mount, so the identity is checked again inside.
struct VerifiedDirectory: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The path inside the sandbox.
  let name: FilePath
  /// The device and the inode, which stay the same when a folder is shown somewhere else.
  let device: UInt
  let inode: UInt
}

extension VerifiedDirectory {
  /// `NAME=DEVICE:INODE`
  init?(_ text: String) {
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let numbers = text[text.index(after: equals)...].split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2, let device = UInt(numbers[0]), let inode = UInt(numbers[1]) else { return nil }
    self.init(name: FilePath(String(text[..<equals])), device: device, inode: inode)
  }

  var description: String { "\(name)=\(device):\(inode)" }

  /// Whether this process sees the folder under the name.
  var isShown: Bool {
    var status = stat()
    return lstat(name.string, &status) == 0 && isThis(status)
  }

  func isOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && isThis(status)
  }

  private func isThis(_ status: stat) -> Bool { UInt(status.st_dev) == device && UInt(status.st_ino) == inode }
}
