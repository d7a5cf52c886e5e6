// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What merging the head into its base comes to, before anything of it is written to disk.
enum MergePlan: Hashable {
  case sameAsHead
  case conflict(ConflictPaths)
  case differs(MergedFiles)
}
