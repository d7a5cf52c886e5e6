// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract

/// How we merge, whatever a configuration or the repository's attributes say.
enum MergeOptions {
  /// Branches that were merged into each other crosswise have several merge bases, which are merged with each other first.
  /// So many levels of that are followed; below them any one of the bases will do.
  static let recursionLimit: UInt32 = 10

  /// A literal, so that it outlives the options that point to it.
  private static let driver: StaticString = "text"

  static func make() throws(WorkspaceError) -> git_merge_options {
    var options = git_merge_options()
    try check(git_merge_options_init(&options, UInt32(GIT_MERGE_OPTIONS_VERSION)), "set up a merge")
    options.flags = GIT_MERGE_FIND_RENAMES.rawValue | GIT_MERGE_SKIP_REUC.rawValue
    options.rename_threshold = UInt32(DiffOptions.renameThreshold)
    options.target_limit = UInt32(DiffOptions.renameLimit)
    options.recursion_limit = recursionLimit
    options.file_favor = GIT_MERGE_FILE_FAVOR_NORMAL
    options.file_flags = GIT_MERGE_FILE_DEFAULT.rawValue
    // Named, so that `merge.default` of a configuration is not asked for.
    options.default_driver = UnsafeRawPointer(driver.utf8Start).assumingMemoryBound(to: CChar.self)
    return options
  }
}
