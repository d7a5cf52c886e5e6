// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What code under review could try, and a sandbox must not let it do.
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
  package var words: String {
    switch self {
    case .readFile: "read files outside its folders"
    case .readEnvironment: "read the environment of other processes"
    case .writeFile: "write files outside its folders"
    case .changeSystem: "change the system's files"
    case .changeKernel: "change settings of the kernel"
    case .beRoot: "be root of the machine outside"
    case .seeMounts: "see where the machine keeps its files"
    case .leadOut: "lead who reads its files to others by a link"
    case .reachMachine: "connect to services of this machine"
    case .reachNetwork: "connect to other machines"
    case .signalProcess: "end other processes"
    case .traceProcess: "look into processes"
    case .makeNamespace: "make namespaces, and so reach more of the kernel"
    case .setUser: "leave programs that run as another user"
    case .openSocket: "open sockets past the network: to the hypervisor, of whole packets, of the kernel"
    case .useKeys: "use the kernel's keys"
    case .reachKernel: "reach parts of the kernel that no build needs"
    case .hideMemory: "keep memory that belongs to no process"
    case .takeMemory: "take more memory than it may"
    }
  }
}

/// Where an escape would lead: to things that were put there for it.
package struct EscapeTargets: Codable, Sendable {
  /// A text that is in the file and in the environment of the process.
  package let canary: String
  package let file: String
  /// Of an existing folder.
  package let folder: String
  package let process: Int32
  /// A port of the host's loopback interface that accepts connections.
  package let port: UInt16
}
