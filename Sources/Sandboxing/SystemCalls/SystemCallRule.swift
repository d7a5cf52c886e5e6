// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// System calls that are decided alike.
struct SystemCallRule: Hashable, Sendable {
  enum Decision: Hashable, Sendable {
    case allowed
    /// Allowed when all conditions of one of the lists hold, refused with the error otherwise.
    case allowedIf([[ArgumentCondition]], else: Int32)
    /// Not made; the caller gets this error.
    case refused(Int32)
  }

  /// As the kernel calls them.
  let names: [String]
  let decision: Decision

  /// - Parameter names: separated by white space.
  init(_ names: String, _ decision: Decision) {
    self.names = names.split(whereSeparator: \.isWhitespace).map(String.init)
    self.decision = decision
  }
}

/// Rules that have one reason.
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

/// What has to be true of one argument of a system call, a number of 64 bits.
///
/// Of an argument that is an `int` in C the kernel looks at the lower 32 bits only, and so do these conditions: what stands in
/// the others must not make a refused value look like another one (CVE-2019-10063).
struct ArgumentCondition: Hashable, Sendable {
  /// From 0 to 5.
  let argument: Int
  let mask: UInt64
  /// Within the mask.
  let value: UInt64
  /// Whether the masked argument has to be the value, or has to be another one.
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
