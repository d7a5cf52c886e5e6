// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keys that one configuration file does not have and another has.
struct ForeignKeys: Sendable {
  let names: [String]
  /// The message about such a key, after its name.
  let message: String
  let remedy: String
}
