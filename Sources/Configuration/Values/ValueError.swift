// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A value that cannot be used.
struct ValueError: Error, Hashable {
  let message: String
  /// The right name that is nearest to the one that was written.
  let nearest: String?
  /// Where, when it is not where the value starts.
  let mark: YAMLMark?

  init(_ message: String, nearest: String? = nil, at mark: YAMLMark? = nil) {
    self.message = message
    self.nearest = nearest
    self.mark = mark
  }
}
