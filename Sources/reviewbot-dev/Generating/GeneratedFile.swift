// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A file that is written by the program.
struct GeneratedFile: Hashable {
  let path: String
  let text: String
}
