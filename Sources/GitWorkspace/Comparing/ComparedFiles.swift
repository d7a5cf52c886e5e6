// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// What a comparison found.
struct ComparedFiles: Hashable {
  let changes: ChangeSet
  /// Paths that are not UTF-8 and are shown escaped.
  let escapedPaths: [String]
}
