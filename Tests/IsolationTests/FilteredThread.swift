// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import ReviewTesting

@testable import Isolation

/// A thread with a filter of system calls, which the kernel applies to that thread only.
enum FilteredThread {
  struct Call: Sendable {
    let number: Int32
    let arguments: [UInt64]

    /// - Parameter name: a call of this architecture.
    init(_ name: String, _ arguments: [UInt64]) {
      self.init(number: reviewbot_system_call_number(name), arguments)
    }

    init(number: Int32, _ arguments: [UInt64]) {
      self.number = number
      self.arguments = arguments
    }

    /// Returns the result or a negated errno.
    func make() -> Int { reviewbot_system_call(number, arguments + Array(repeating: 0, count: 6 - arguments.count)) }
  }

  struct Refused: Error {
    let result: Int
  }

  /// Makes the calls one after the other, and returns their results.
  static func results(of calls: [Call], under program: SystemCallProgram) async throws -> [Int] {
    try await onDedicatedThread {
      try take(program)
      return calls.map { $0.make() }
    }
  }

  /// Applies the filter to the calling thread and its children.
  ///
  /// Source of the numbers: linux/prctl.h and linux/seccomp.h; `struct sock_fprog` has a length of 16 bits before its
  /// pointer.
  static func take(_ program: SystemCallProgram) throws {
    let setNoNewPrivileges: UInt64 = 38
    let setSeccomp: UInt64 = 22
    let filterMode: UInt64 = 2
    guard Call("prctl", [setNoNewPrivileges, 1]).make() == 0 else { throw Refused(result: -1) }
    let taken = program.bytes.withUnsafeBytes { bytes in
      let header = [UInt(program.instructions.count), UInt(bitPattern: bytes.baseAddress)]
      return header.withUnsafeBytes { header in
        Call("prctl", [setSeccomp, filterMode, UInt64(UInt(bitPattern: header.baseAddress))]).make()
      }
    }
    guard taken == 0 else { throw Refused(result: taken) }
  }
}
