// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A part of a configuration file: its keys, each with its description, type and default, in one place. The reader, the
/// commented default file, the JSON Schema and the reference page all come from ``keys``.
package protocol ConfigurationSection: Codable, Hashable, Sendable {
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  static var keys: [ConfigurationKey<Self>] { get }

  /// The defaults.
  init()
}
