// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract

/// How we compare, whatever a configuration says.
enum DiffOptions {
  /// Two files are the same one renamed from this percentage of equal lines.
  static let renameThreshold: UInt16 = 50
  /// At most so many files of each side are compared with each other to find renames.
  static let renameLimit = 1000
  /// A larger file is not compared line by line; it counts as binary.
  static let largestText: git_off_t = 32 << 20

  static func make(flags: git_diff_option_t...) throws(WorkspaceError) -> git_diff_options {
    var options = git_diff_options()
    try check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), "set up a comparison")
    options.flags = flags.reduce(GIT_DIFF_INCLUDE_TYPECHANGE.rawValue) { $0 | $1.rawValue }
    options.context_lines = 0
    options.interhunk_lines = 0
    options.max_size = largestText
    return options
  }

  /// Turns a pair of a deleted and an added file that are alike into a rename.
  static func findRenames(in diff: OpaquePointer) throws(WorkspaceError) {
    var options = git_diff_find_options()
    try check(git_diff_find_options_init(&options, UInt32(GIT_DIFF_FIND_OPTIONS_VERSION)), "set up a comparison")
    options.flags = GIT_DIFF_FIND_RENAMES.rawValue | GIT_DIFF_FIND_FOR_UNTRACKED.rawValue
    options.rename_threshold = renameThreshold
    options.rename_limit = renameLimit
    try check(git_diff_find_similar(diff, &options), "find renamed files")
  }
}
