// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A policy as a JSON profile for docker and podman.
///
/// Where a call is allowed with some arguments only, other arguments fail with the error of unknown calls: the programs
/// that read the profile distinguish rules of one call only by what they allow.
package struct SystemCallProfile: Encodable, Sendable {
  struct Rule: Encodable, Sendable {
    /// The reason, at the first rule of a group.
    var comment: String?
    let names: [String]
    var action = "SCMP_ACT_ALLOW"
    var errnoRet: Int32?
    var args: [Argument]?
  }

  struct Argument: Encodable, Sendable {
    let index: Int
    /// The mask.
    let value: UInt64
    /// The expected value of the masked argument.
    let valueTwo: UInt64
    var op = "SCMP_CMP_MASKED_EQ"
  }

  let defaultAction = "SCMP_ACT_ERRNO"
  let defaultErrnoRet = SystemCallPolicy.errorOfUnknownCalls
  let syscalls: [Rule]

  init(_ policy: SystemCallPolicy) {
    syscalls = policy.groups.flatMap { group in
      var rules = group.rules.flatMap(Self.rules)
      rules[0].comment = group.reason
      return rules
    }
  }

  private static func rules(_ rule: SystemCallRule) -> [Rule] {
    switch rule.decision {
    case .allowed: [Rule(names: rule.names)]
    case .refused(let error): [Rule(names: rule.names, action: "SCMP_ACT_ERRNO", errnoRet: error)]
    case .allowedIf(let alternatives, _):
      alternatives.flatMap(arguments).map { Rule(names: rule.names, args: $0) }
    }
  }

  /// The profile for the container in which reviewbot itself runs: the contents of `config/reviewbot.seccomp.json`.
  package static let reviewbot = SystemCallProfile(.reviewbot)

  package var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }

  /// Returns alternative lists of conditions. A rule of a profile compares an argument only once, and only for
  /// equality.
  private static func arguments(_ conditions: [ArgumentCondition]) -> [[Argument]] {
    let equal = conditions.filter(\.isEqual)
    let different = conditions.filter { !$0.isEqual }
    let fixed = equal.map { Argument(index: $0.argument, value: $0.mask, valueTwo: $0.value) }
    guard let index = different.first?.argument else { return [fixed] }
    precondition(different.allSatisfy { $0.argument == index } && !equal.contains { $0.argument == index })
    let values = different.map { UInt32($0.value) }
    return blocks(without: values).map { fixed + [Argument(index: index, value: $0.mask, valueTwo: $0.value)] }
  }

  /// All 32-bit numbers but these, as blocks of numbers with the same leading bits.
  private static func blocks(
    without values: [UInt32], mask: UInt32 = 0, value: UInt32 = 0
  ) -> [(mask: UInt64, value: UInt64)] {
    guard values.contains(where: { $0 & mask == value }) else { return [(UInt64(mask), UInt64(value))] }
    guard mask != .max else { return [] }
    let bit = (UInt32.max & ~mask).leadingBit
    return blocks(without: values, mask: mask | bit, value: value)
      + blocks(without: values, mask: mask | bit, value: value | bit)
  }
}

extension UInt32 {
  /// The highest bit that is set; the number is not 0.
  fileprivate var leadingBit: UInt32 { 1 << (31 - UInt32(leadingZeroBitCount)) }
}

/// System calls with the same decision.
struct SystemCallRule: Hashable, Sendable {
  enum Decision: Hashable, Sendable {
    case allowed
    /// Allowed when all conditions of one of the lists hold, refused with the error otherwise.
    case allowedIf([[ArgumentCondition]], else: Int32)
    /// The call fails with this error.
    case refused(Int32)
  }

  /// The kernel's names of the calls.
  let names: [String]
  let decision: Decision

  /// - Parameter names: separated by white space.
  init(_ names: String, _ decision: Decision) {
    self.names = names.split(whereSeparator: \.isWhitespace).map(String.init)
    self.decision = decision
  }
}

/// Rules with the same reason.
struct SystemCallGroup: Hashable, Sendable {
  /// One line, for readers of the profile.
  let reason: String
  let rules: [SystemCallRule]

  init(_ reason: String, _ rules: [SystemCallRule]) {
    self.reason = reason
    self.rules = rules
  }

  init(_ reason: String, _ names: String, _ decision: SystemCallRule.Decision = .allowed) {
    self.init(reason, [SystemCallRule(names, decision)])
  }
}

/// A condition on one argument of a system call, a number of 64 bits.
///
/// Of an argument that is an `int` in C the kernel examines only the lower 32 bits, and so do these conditions: the
/// other bits must not make a refused value look like another one (CVE-2019-10063).
struct ArgumentCondition: Hashable, Sendable {
  /// From 0 to 5.
  let argument: Int
  let mask: UInt64
  /// Within the mask.
  let value: UInt64
  /// Whether the masked argument must equal the value, or must differ from it.
  let isEqual: Bool

  private init(_ argument: Int, mask: UInt64, value: UInt64, isEqual: Bool = true) {
    precondition((0..<6).contains(argument) && value & ~mask == 0)
    self.argument = argument
    self.mask = mask
    self.value = value
    self.isEqual = isEqual
  }

  static func lacks(_ bits: UInt64, in argument: Int) -> Self { Self(argument, mask: bits, value: 0) }

  /// - Parameter mask: the bits that are compared.
  static func equals(_ value: UInt32, in argument: Int, mask: UInt32 = .max) -> Self {
    Self(argument, mask: UInt64(mask), value: UInt64(value))
  }

  static func differs(from value: UInt32, in argument: Int) -> Self {
    Self(argument, mask: UInt64(UInt32.max), value: UInt64(value), isEqual: false)
  }
}
