// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One thing that reviewbot looks for.
///
/// A rule is a value with a pure function: it reads no files, no clock and no network, and says the same of the same
/// text every time. Conform to ``TextRule`` or ``SyntaxRule``.
package protocol Rule: Sendable {
  associatedtype Options: RuleOptions = NoOptions

  static var description: RuleDescription { get }

  init(options: Options)
}
