// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// An action of code under review that a sandbox must prevent.
package enum EscapeAttempt: String, Codable, Sendable, CaseIterable {
  case readFile
  case readEnvironment
  case writeFile
  case changeSystem
  case changeKernel
  case beRoot
  case seeMounts
  case leadOut
  case reachMachine
  case reachNetwork
  case signalProcess
  case traceProcess
  case makeNamespace
  case setUser
  case openSocket
  case useKeys
  case reachKernel
  case hideMemory
  case takeMemory

  /// As in `code under review could …`.
  package var ability: String {
    switch self {
    case .readFile: "read files outside its folders"
    case .readEnvironment: "read the environment of other processes"
    case .writeFile: "write files outside its folders"
    case .changeSystem: "change the system's files"
    case .changeKernel: "change kernel settings"
    case .beRoot: "act as root outside the sandbox"
    case .seeMounts: "see the host paths of its mounts"
    case .leadOut: "redirect readers of its files to other files with symbolic links"
    case .reachMachine: "connect to services of the host"
    case .reachNetwork: "connect to other machines"
    case .signalProcess: "signal other processes"
    case .traceProcess: "trace other processes"
    case .makeNamespace: "create namespaces, which expose more of the kernel"
    case .setUser: "create set-user-ID or set-group-ID programs"
    case .openSocket: "open sockets other than local, TCP and UDP: vsock, raw packets, kernel crypto"
    case .useKeys: "use the kernel's keyrings"
    case .reachKernel: "use kernel interfaces that no build needs"
    case .hideMemory: "allocate memory that belongs to no process"
    case .takeMemory: "allocate more memory than the limit"
    }
  }
}

/// The targets of an escape, which the probe creates.
package struct EscapeTargets: Codable, Sendable {
  /// A text that is in the file and in the environment of the process.
  package let canary: String
  package let file: String
  /// The path of an existing folder.
  package let folder: String
  package let process: Int32
  /// A port of the host's loopback interface that accepts connections.
  package let port: UInt16
}

/// Creates the targets of an escape outside of the sandbox: a file, a process and a service.
final class SandboxEscapeTestBed {
  let targets: EscapeTargets
  private let listener: Descriptor
  private let process: PlainChild

  /// - Parameter folder: an empty folder that the sandbox does not show.
  init(in folder: FilePath) throws {
    let canary = "canary-\(UUID().uuidString)"
    let file = folder.appending("bait.txt")
    try Data(canary.utf8).write(to: URL(fileURLWithPath: file.string))
    let (listener, port) = try LoopbackSocket.listen(waiting: 8)
    self.listener = listener
    process = try PlainChild(["/bin/sleep", "60"], environment: ["CANARY": canary])
    targets = EscapeTargets(
      canary: canary, file: file.string, folder: folder.string, process: process.process, port: port)
  }

  deinit { process.end() }
}

/// The attempt to use more memory than the sandbox may. Its result is visible outside only.
package enum MemoryAttempt {
  /// The argument that selects this attempt.
  package static let argument = "--memory"

  /// More than the programs that create the sandbox need, also in a debug build.
  static let limitBytes = 128 << 20
  /// In seconds; the watch checks several times a second.
  private static let patience: UInt32 = 5

  /// Allocates twice the limit, and keeps it for some seconds. Does not return where the limit is enforced.
  package static func take() {
    let bytes = 2 * limitBytes
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
    defer { memory.deallocate() }
    memset(memory, 1, bytes)
    sleep(patience)
  }

  /// Whether the attempt succeeded.
  ///
  /// - Throws: ``SandboxError`` when the process ended for another reason.
  static func worked(_ result: ChildResult) throws -> Bool {
    switch result.ending {
    case .tooMuchMemory: false
    // Killed by the kernel, with the exit status of a shell.
    case .exited(137), .signalled(SIGKILL): false
    case .exited(0): true
    default: throw SandboxError(result.lastOutput ?? "unexpected end of a command that takes memory (\(result.ending))")
    }
  }
}
