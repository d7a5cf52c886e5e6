// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation

/// A policy in the kernel's form: a program of the classic packet filter (seccomp(2), SECCOMP_SET_MODE_FILTER).
///
/// It finds a call by binary search of the numbers, so that none costs more than some ten comparisons.
struct SystemCallProgram: Sendable {
  /// One instruction: `struct sock_filter` of linux/filter.h.
  struct Instruction: Hashable, Sendable {
    var code: UInt16
    var whenTrue: UInt8 = 0
    var whenFalse: UInt8 = 0
    var operand: UInt32
  }

  /// The maximum length that the kernel accepts (BPF_MAXINSNS).
  static let maximumLength = 4096

  let instructions: [Instruction]

  /// For this processor.
  init(_ policy: SystemCallPolicy) throws {
    let architecture = reviewbot_audit_architecture()
    guard architecture != 0 else { throw SandboxError("there is no system call filter for this processor") }
    // Another architecture, such as that of 32-bit programs, has other numbers, so the list would apply to other calls.
    let start: [Instruction] = [
      .load(.architecture), .jump(.ifEqual, architecture, whenTrue: 1), .end(.killed), .load(.number),
    ]
    instructions = start + Self.search(try Self.ranges(of: policy)[...])
    guard instructions.count <= Self.maximumLength else { throw SandboxError("the system call filter is too long") }
  }

  /// The file format of `bwrap --seccomp`: the instructions in the host's byte order.
  var bytes: [UInt8] {
    instructions.flatMap { instruction in
      withUnsafeBytes(of: instruction.code, Array.init) + [instruction.whenTrue, instruction.whenFalse]
        + withUnsafeBytes(of: instruction.operand, Array.init)
    }
  }

  // MARK: - Finding the call

  /// The numbers from this one on, up to the next range.
  private struct Range {
    let first: UInt32
    let decision: SystemCallRule.Decision
  }

  /// In order; the numbers of x32, which begin at 0x40000000, are in the last, that of unknown calls.
  private static func ranges(of policy: SystemCallPolicy) throws -> [Range] {
    var decisions: [UInt32: SystemCallRule.Decision] = [:]
    for rule in policy.rules {
      for name in rule.names {
        let number = reviewbot_system_call_number(name)
        guard number != -EINVAL else { throw SandboxError("\(name) is not the name of a system call") }
        if number >= 0 { decisions[UInt32(number)] = rule.decision }
      }
    }
    let last = decisions.keys.max() ?? 0
    return (0...last + 1).reduce(into: []) { ranges, number in
      let decision = decisions[number] ?? .refused(SystemCallPolicy.errorOfUnknownCalls)
      if ranges.last?.decision != decision { ranges.append(Range(first: number, decision: decision)) }
    }
  }

  /// Expects that the number of the call is loaded.
  private static func search(_ ranges: ArraySlice<Range>) -> [Instruction] {
    guard ranges.count > 1 else { return ranges.first.map { code(for: $0.decision) } ?? [] }
    let middle = ranges.startIndex + ranges.count / 2
    let below = search(ranges[..<middle])
    let above = search(ranges[middle...])
    let first = ranges[middle].first
    // A conditional jump reaches 255 instructions, an unconditional one all.
    if let distance = UInt8(exactly: below.count) {
      return [.jump(.ifAtLeast, first, whenTrue: distance)] + below + above
    }
    return [.jump(.ifAtLeast, first, whenFalse: 1), .jump(UInt32(below.count))] + below + above
  }

  // MARK: - Deciding

  private static func code(for decision: SystemCallRule.Decision) -> [Instruction] {
    switch decision {
    case .allowed: [.end(.allowed)]
    case .refused(let error): [.end(.failed(error))]
    case .allowedIf(let alternatives, let error):
      alternatives.flatMap { code(for: $0[...]) } + [.end(.failed(error))]
    }
  }

  /// Ends the program when all conditions hold; otherwise continues after the last instruction.
  private static func code(for conditions: ArraySlice<ArgumentCondition>) -> [Instruction] {
    guard let condition = conditions.first else { return [.end(.allowed)] }
    let rest = code(for: conditions.dropFirst())
    return words(of: condition)[...].reversed().reduce(rest) { rest, word in
      let distance = UInt8(rest.count)
      let load = [Instruction.load(.argument(condition.argument, isHigh: word.isHigh))]
      let mask = word.mask == .max ? [] : [Instruction.mask(word.mask)]
      let compare =
        condition.isEqual
        ? Instruction.jump(.ifEqual, word.value, whenFalse: distance)
        : Instruction.jump(.ifEqual, word.value, whenTrue: distance)
      return load + mask + [compare] + rest
    }
  }

  private static func words(
    of condition: ArgumentCondition
  ) -> [(mask: UInt32, value: UInt32, isHigh: Bool)] {
    let low = (UInt32(truncatingIfNeeded: condition.mask), UInt32(truncatingIfNeeded: condition.value), false)
    let high = (UInt32(condition.mask >> 32), UInt32(condition.value >> 32), true)
    // Of two words that have to differ together either may: only conditions on one are made.
    precondition(condition.isEqual || high.0 == 0)
    return [low, high].filter { $0.0 != 0 }
  }
}

extension SystemCallProgram.Instruction {
  /// A place in `struct seccomp_data`. Source: include/uapi/linux/seccomp.h.
  enum Place {
    case number
    case architecture
    case argument(Int, isHigh: Bool)

    var offset: UInt32 {
      switch self {
      case .number: 0
      case .architecture: 4
      // Both supported architectures store the lower half first.
      case .argument(let index, let isHigh): UInt32(16 + 8 * index + (isHigh ? 4 : 0))
      }
    }
  }

  enum Comparison: UInt16 {
    /// BPF_JMP | BPF_JEQ | BPF_K
    case ifEqual = 0x15
    /// BPF_JMP | BPF_JGE | BPF_K
    case ifAtLeast = 0x35
  }

  enum Ending {
    case killed
    case allowed
    case failed(Int32)

    /// SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO. Source: include/uapi/linux/seccomp.h.
    var value: UInt32 {
      switch self {
      case .killed: 0x8000_0000
      case .allowed: 0x7fff_0000
      case .failed(let error): 0x0005_0000 | UInt32(error)
      }
    }
  }

  /// BPF_LD | BPF_W | BPF_ABS
  static func load(_ place: Place) -> Self { Self(code: 0x20, operand: place.offset) }
  /// BPF_ALU | BPF_AND | BPF_K
  static func mask(_ bits: UInt32) -> Self { Self(code: 0x54, operand: bits) }
  /// BPF_JMP | BPF_JA
  static func jump(_ distance: UInt32) -> Self { Self(code: 0x05, operand: distance) }
  static func jump(_ comparison: Comparison, _ value: UInt32, whenTrue: UInt8 = 0, whenFalse: UInt8 = 0) -> Self {
    Self(code: comparison.rawValue, whenTrue: whenTrue, whenFalse: whenFalse, operand: value)
  }
  /// BPF_RET | BPF_K
  static func end(_ ending: Ending) -> Self { Self(code: 0x06, operand: ending.value) }
}
