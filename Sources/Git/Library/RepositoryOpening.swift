// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// Finds and opens local repositories like git, with its variables and its configuration, as far as they decide which
/// files and repositories are read.
enum RepositoryOpening {
  /// Opens the repository of the working tree around a folder. Its owner must still be checked.
  ///
  /// - Parameter environment: the environment of the caller, of which git's variables apply.
  static func open(
    around folder: FilePath, environment: [String: String]
  ) throws(WorkspaceError) -> Handle {
    let repository = try find(around: folder, environment)
    if let tree = value("GIT_WORK_TREE", environment) {
      try setWorkingTree(folder.pushing(FilePath(tree)), of: repository)
    } else if value("GIT_DIR", environment) != nil, try namesNoWorkingTree(repository) {
      // Like git, whose hooks run there.
      try setWorkingTree(folder, of: repository)
    }
    if let index = value("GIT_INDEX_FILE", environment) {
      try setIndex(folder.pushing(FilePath(index)), of: repository)
    }
    return repository
  }

  /// Refuses a repository of another user, unless the caller's configuration trusts it: its own configuration can name
  /// programs, and it could be planted in a folder that others may write to.
  ///
  /// - Parameters:
  ///   - environment: the environment of the caller; `nil` for a repository that reviewbot created.
  ///   - appliesSettings: whether the caller's configuration also decides which files are ignored.
  @discardableResult
  static func checkOwner(
    of handle: borrowing Handle, environment: [String: String]?, appliesSettings: Bool = false
  ) throws(WorkspaceError) -> SettingsFile? {
    let paths = RepositoryPaths(handle)
    let isOwnedByCaller = paths.all.allSatisfy { isOwned($0, caller: environment?["SUDO_UID"].flatMap { UInt32($0) }) }
    guard !isOwnedByCaller || appliesSettings else { return nil }
    let configuration = environment.map { variables in
      UserConfiguration(
        environment: variables, subject: .init(gitDirectory: paths.gitDirectory, branch: paths.branch))
    }
    guard isOwnedByCaller || configuration?.trusts(paths.root) ?? false else {
      throw WorkspaceError(
        .accessDenied, "cannot open the repository \"\(paths.root)\": it belongs to another user",
        remedy: "run as its owner, or trust it with: git config --global --add safe.directory \(paths.root)")
    }
    guard appliesSettings, let configuration else { return nil }
    let file = try SettingsFile(configuration.text(root: paths.root))
    try handle.withPointer { repository throws(WorkspaceError) in
      let task = "read the git configuration of the user"
      try withObject(task, git_config_free, from: { git_repository_config($0, repository) }) {
        settings throws(WorkspaceError) in
        try check(git_config_add_file_ondisk(settings, file.path, GIT_CONFIG_LEVEL_GLOBAL, repository, 1), task)
      }
    }
    return file
  }

  private static func find(
    around folder: FilePath, _ environment: [String: String]
  ) throws(WorkspaceError) -> Handle {
    if let directory = value("GIT_DIR", environment) {
      let path = folder.pushing(FilePath(directory))
      return try adopt("open the repository \"\(path)\" of GIT_DIR", git_repository_free) { out in
        git_repository_open_ext(out, path.string, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
      }
    }
    let ceilings = value("GIT_CEILING_DIRECTORIES", environment)
    let crosses = ["1", "true", "yes", "on"].contains(
      value("GIT_DISCOVERY_ACROSS_FILESYSTEM", environment)?.lowercased())
    // Opening reports the same error for a missing repository and an unreadable one.
    var place = git_buf()
    defer { git_buf_dispose(&place) }
    guard git_repository_discover(&place, folder.string, crosses ? 1 : 0, ceilings) == 0 else {
      throw WorkspaceError(
        .notARepository, "\"\(folder)\" is not in a git repository",
        remedy: "run reviewbot in a clone, or create a repository with git init")
    }
    return try adopt("open the repository around \"\(folder)\"", git_repository_free) { out in
      git_repository_open_ext(out, folder.string, crosses ? GIT_REPOSITORY_OPEN_CROSS_FS.rawValue : 0, ceilings)
    }
  }

  private static func namesNoWorkingTree(_ handle: borrowing Handle) throws(WorkspaceError) -> Bool {
    try handle.withPointer { repository throws(WorkspaceError) in
      guard git_repository_is_bare(repository) == 0, git_repository_is_worktree(repository) == 0 else { return false }
      let task = "read the configuration of the repository"
      return try withObject(task, git_config_free, from: { git_repository_config($0, repository) }) {
        settings throws(WorkspaceError) in
        try bufferText(task) { git_config_get_string_buf($0, settings, "core.worktree") } == nil
      }
    }
  }

  private static func setWorkingTree(
    _ path: FilePath, of handle: borrowing Handle
  ) throws(WorkspaceError) {
    try handle.withPointer { repository throws(WorkspaceError) in
      try check(git_repository_set_workdir(repository, path.string, 0), "use the working tree \"\(path)\"")
    }
  }

  private static func setIndex(_ path: FilePath, of handle: borrowing Handle) throws(WorkspaceError) {
    let task = "use the index \"\(path)\" of GIT_INDEX_FILE"
    try handle.withPointer { repository throws(WorkspaceError) in
      try withObject(task, git_index_free, from: { git_index_open($0, path.string) }) {
        index throws(WorkspaceError) in
        try check(git_repository_set_index(repository, index), task)
      }
    }
  }

  private static func value(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The paths whose owners are checked, like in git.
  private struct RepositoryPaths {
    let gitDirectory: FilePath
    /// The working tree, or the git directory without one.
    let root: FilePath
    let branch: String?

    init(_ handle: borrowing Handle) {
      (gitDirectory, root, branch) = handle.withPointer { repository in
        let directory = git_repository_path(repository).map { FilePath(platformString: $0) } ?? FilePath("/")
        let tree = git_repository_workdir(repository).map { FilePath(platformString: $0) }
        var head: OpaquePointer?
        var branch: String?
        if git_reference_lookup(&head, repository, "HEAD") == 0 {
          let name = git_reference_symbolic_target(head).map { String(cString: $0) }
          branch = name.flatMap { $0.hasPrefix("refs/heads/") ? String($0.dropFirst("refs/heads/".count)) : nil }
          git_reference_free(head)
        }
        return (directory, tree ?? directory, branch)
      }
    }

    var all: [FilePath] { Array(Set([gitDirectory, root, root.appending(".git")])) }
  }

  /// Returns whether this user owns a file. A missing file counts as owned.
  ///
  /// - Parameter caller: the user who became root with sudo, according to `SUDO_UID`.
  private static func isOwned(_ path: FilePath, caller: UInt32?) -> Bool {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
    let user = geteuid()
    return status.st_uid == user || user == 0 && status.st_uid == caller
  }
}

/// A file in memory, from which libgit2 reads settings while the repository is open.
final class SettingsFile: Sendable {
  private let descriptor: FileDescriptor

  init(_ text: String) throws(WorkspaceError) {
    // In memory, because reading a repository should not require a writable directory.
    let file = reviewbot_git_memory_file()
    guard file >= 0 else { throw systemError("cannot create a file in memory") }
    descriptor = FileDescriptor(rawValue: file)
    do {
      try descriptor.writeAll(Array(text.utf8))
    } catch {
      throw systemError("cannot write a file in memory")
    }
  }

  var path: String { "/proc/self/fd/\(descriptor.rawValue)" }

  deinit { try? descriptor.close() }
}
